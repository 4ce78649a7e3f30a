import { createHash, randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'

import { LlmBadAnswer, LlmLost, type LlmUsage } from '#context.ts'
import { askAgain, type Question, textsOf } from '#features/summaries/prompts/question.ts'
import { AppError } from '#platform/errors.ts'
import { llmCalls, llmDuration, llmPaused, llmTokens } from '#platform/telemetry.ts'

import { type CallOwner, reserveCall, type Settled, settleCall } from './ledger-repo.ts'
import { costKopecks, type ModelContext, refusePaused } from './model.ts'

/** `patienceMs`: how long to wait for a free slot of the installation. */
export type Asking = CallOwner & { signal: AbortSignal; timeoutMs?: number; patienceMs?: number }

const PATIENCE_MS = 240_000
const SLOT_CHECK_MS = 250

/** Asks once more, with the reason, after an answer that cannot be used. Each call has its own row of the ledger. */
export async function askTwice<T>(ctx: ModelContext, question: Question<T>, asking: Asking): Promise<T> {
  try {
    return await ask(ctx, question, asking)
  } catch (error) {
    if (!(error instanceof LlmBadAnswer) || error.reason === 'promptCut') throw error
    return ask(ctx, askAgain(question, error.reason), asking)
  }
}

/** One call, reserved in the ledger before it is sent and settled after it. */
export async function ask<T>(ctx: ModelContext, question: Question<T>, asking: Asking): Promise<T> {
  const texts = textsOf(question, nonceFor(question.data))
  const id = await reserve(ctx, question, { ...asking, promptTokens: tokensOf(ctx, texts) })
  const startedAt = performance.now()
  const secondsSince = () => (performance.now() - startedAt) / 1000
  try {
    const { purpose, schema, reply, maxTokens } = question
    const { signal, timeoutMs } = asking
    const answer = await ctx.llm.ask({
      purpose,
      ...texts,
      schema,
      reply,
      maxTokens,
      signal,
      ...(timeoutMs && { timeoutMs }),
    })
    await settle(ctx, id, question, {
      state: 'done',
      outcome: 'done',
      seconds: secondsSince(),
      usage: charged(ctx, answer.usage),
    })
    return answer.value
  } catch (error) {
    await settle(ctx, id, question, { state: 'failed', seconds: secondsSince(), ...failureOf(ctx, error) })
    throw error
  } finally {
    llmPaused.set(ctx.llm.isPaused() ? 1 : 0)
  }
}

/** Estimated tokens of both texts. */
export function tokensOf({ llm }: ModelContext, { system, prompt }: { system: string; prompt: string }): number {
  return llm.estimateTokens(system) + llm.estimateTokens(prompt)
}

/** Waits for a slot. A pause of the breaker is no call: nothing is reserved for it. */
async function reserve(
  ctx: ModelContext,
  { purpose, maxTokens }: Question<unknown>,
  asking: Asking & { promptTokens: number },
) {
  const { userId, scriptId, readingId, summaryId, promptTokens, signal, patienceMs = PATIENCE_MS } = asking
  const { concurrency, timeoutMs } = ctx.config.llm
  const cost = costKopecks(ctx.config.llm, { promptTokens, completionTokens: maxTokens })
  const call = { userId, scriptId, readingId, summaryId, purpose, model: ctx.llm.model, reservedTokens: promptTokens + maxTokens, costKopecks: cost } // prettier-ignore
  for (const deadline = performance.now() + patienceMs; ; await wait(SLOT_CHECK_MS, undefined, { signal })) {
    await refusePaused(ctx)
    const limits = { concurrency, timeoutSeconds: timeoutMs / 1000, now: ctx.now() }
    const reserved = await ctx.db.transaction().execute((tx) => reserveCall(tx, call, limits))
    if (reserved.state === 'reserved') return reserved.id
    if (reserved.state === 'spent') throw new AppError('budgetSpent')
    if (performance.now() > deadline) throw new LlmLost('busy', { wasSent: false })
  }
}

async function settle(ctx: ModelContext, id: string, { purpose }: Question<unknown>, settled: Settled): Promise<void> {
  await settleCall(ctx.db, id, settled)
  llmCalls.inc({ purpose, outcome: settled.outcome })
  llmDuration.observe({ purpose }, settled.seconds)
  llmTokens.inc({ purpose, direction: 'prompt' }, settled.usage?.promptTokens ?? 0)
  llmTokens.inc({ purpose, direction: 'completion' }, settled.usage?.completionTokens ?? 0)
}

/** A bad answer was charged. A call that never reached the server was not; whether a lost one was, nobody knows. */
function failureOf(ctx: ModelContext, error: unknown): Pick<Settled, 'outcome' | 'usage'> {
  if (error instanceof LlmBadAnswer) return { outcome: error.reason, usage: charged(ctx, error.usage) }
  if (!(error instanceof LlmLost)) return { outcome: 'aborted', usage: null }
  return { outcome: error.reason, usage: error.wasSent ? null : charged(ctx, NOTHING) }
}

const NOTHING: LlmUsage = { promptTokens: 0, completionTokens: 0, isEstimated: false }

function charged(ctx: ModelContext, usage: LlmUsage): NonNullable<Settled['usage']> {
  return { ...usage, costKopecks: costKopecks(ctx.config.llm, usage) }
}

/** Version of prompts and schemas: raise it when a change should make old notes unusable. */
export const RECIPE = 1

/** Questions with equal keys have equal answers, so that one of them need not be asked. */
export function keyOf(model: string, question: Question<unknown>): Buffer {
  const { system, prompt } = textsOf(question, '')
  return createHash('sha256')
    .update(JSON.stringify([model, RECIPE, system, prompt, question.schema]))
    .digest()
}

const NONCE_LETTERS = 8
const FIRST_LETTER = 'a'.charCodeAt(0)

/** Letters that the text does not contain. */
export function nonceFor(text: string): string {
  const nonce = Array.from({ length: NONCE_LETTERS }, () => String.fromCharCode(FIRST_LETTER + randomInt(26))).join('')
  return text.includes(nonce) ? nonceFor(text) : nonce
}
