import { probe } from '@doslovno/texts/summaries/model.ts'
import * as z from 'zod'

import type { LlmConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import type { Answer, Call } from './client.ts'
import { type Dialect, firstDialect, nextDialect, nextRung, textsOf } from './dialect.ts'
import { isMisconfigured, lostOf, refusalOf } from './failure.ts'
import { type BadAnswer, LlmBadAnswer, LlmLost, type LlmReply, type LlmRequest, type LlmUsage } from './port.ts'
import { createHourly, type Window } from './window.ts'

const TOKENS = 16

/** A short question whose length is known: shows whether the server answers, in which dialect, and how it counts. */
export const probeRequest: LlmRequest<{ ok: boolean }> = {
  purpose: 'probe',
  system: probe.system,
  prompt: probe.text,
  schema: {
    name: 'probe',
    schema: {
      type: 'object',
      additionalProperties: false,
      required: ['ok'],
      properties: { ok: { type: 'boolean' } },
    },
  },
  reply: z.object({ ok: z.boolean() }),
  maxTokens: TOKENS,
}

type Options = { config: LlmConfig; log: Log; now: () => number; window: Window; call: Call }

export type Conversation = {
  ask<T>(request: LlmRequest<T>): Promise<LlmReply<T>>
  estimate(text: string): number
}

const NOT_CHARGED = { promptTokens: 0, completionTokens: 0, isEstimated: false }
/** A prompt that did not fit shows only that the window is smaller: by a fifth, we guess. */
const SMALLER = 0.8

/** Talks to the server in its own dialect, which it finds out by a probe at first use and then every hour. */
export function createConversation({ config, log, now, window, call }: Options): Conversation {
  const hear = createHear({ config, log, call })
  const dialect = createHourly<Dialect>(now)
  const charactersPerToken = createHourly<number>(now)
  let probing: Promise<void> | undefined

  /** Learns how the server counts and answers; of an answer that is no JSON, that this rung is none. */
  const probe = async (first: Dialect): Promise<void> => {
    const { answer, texts, spoken } = await hear(probeRequest, first)
    dialect.set(spoken)
    charactersPerToken.set(measure(texts, answer))
    const read = readValue(answer, probeRequest.reply)
    const isDeaf = 'problem' in read && (read.problem === 'noJson' || read.problem === 'wrongShape')
    const next = isDeaf ? nextRung(spoken) : undefined
    if (next) await probe(next)
  }

  const learn = async (request: LlmRequest<unknown>): Promise<void> => {
    if (charactersPerToken.get() !== undefined) return
    probing ??= probe(firstDialect).finally(() => (probing = undefined))
    await waitFor(probing, request)
  }

  const hearFitting = async (request: LlmRequest<unknown>): Promise<Heard> => {
    try {
      await learn(request)
      return await hear(request, dialect.get() ?? firstDialect)
    } catch (error) {
      if (!(error instanceof PromptTooLong)) throw error
      const tokens = estimate(request.system + request.prompt, charactersPerToken.get()) + request.maxTokens
      window.lower(Math.floor(tokens * SMALLER))
      throw new LlmBadAnswer('promptCut', NOT_CHARGED)
    }
  }

  return {
    estimate: (text) => estimate(text, charactersPerToken.get()),
    ask: async (request) => {
      const { answer, texts, spoken } = await hearFitting(request)
      dialect.change(spoken)
      const usage = usageOf(texts, answer, charactersPerToken.get())
      if (isCut(texts, answer, charactersPerToken.get())) {
        window.lower(usage.promptTokens)
        throw new LlmBadAnswer('promptCut', usage)
      }
      const read = readValue(answer, request.reply)
      if ('problem' in read) throw new LlmBadAnswer(read.problem, usage)
      return { value: read.value, usage }
    },
  }
}

/** Waits for work that goes on for others when this caller gives up. Whatever happens, the caller sent nothing. */
async function waitFor(work: Promise<void>, request: LlmRequest<unknown>): Promise<void> {
  const { signal, timeoutMs } = request
  const timeout = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)
  const ends = [signal, timeout].filter((one) => one !== undefined)
  try {
    await orAborted(work, AbortSignal.any(ends))
  } catch (error) {
    signal?.throwIfAborted()
    const reason = error instanceof LlmLost ? error.reason : 'timeout'
    throw error instanceof LlmLost || timeout?.aborted ? new LlmLost(reason, { wasSent: false }) : error
  }
}

async function orAborted(work: Promise<void>, end: AbortSignal): Promise<void> {
  end.throwIfAborted()
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(end.reason)
  end.addEventListener('abort', giveUp, { once: true })
  try {
    await Promise.race([work, promise])
  } finally {
    end.removeEventListener('abort', giveUp)
  }
}

/** The object that a model was asked for, or why its answer cannot be used. */
function readValue<T>(answer: Answer, reply: z.ZodType<T>): { value: T } | { problem: BadAnswer } {
  const problem = problemOf(answer)
  if (problem) return { problem }
  const found = findObject(answer.content)
  if (found === undefined) return { problem: 'noJson' }
  const read = reply.safeParse(found)
  return read.success ? { value: read.data } : { problem: 'wrongShape' }
}

function problemOf({ content, refusal, finish }: Answer): BadAnswer | undefined {
  if (refusal) return 'refused'
  if (finish === 'content_filter') return 'filtered'
  if (finish === 'length') return 'cutOff'
  return content.trim() ? undefined : 'empty'
}

/** The outermost object after any thoughts; nothing is repaired, because that would hide an answer that was cut off. */
function findObject(content: string): unknown {
  const said = content.slice(content.lastIndexOf('</think>') + 1)
  try {
    return JSON.parse(said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1)) as unknown
  } catch {
    return undefined
  }
}

/** An answer, the texts that were sent for it, and the dialect that the server took. */
type Heard = { answer: Answer; texts: Texts; spoken: Dialect }

/** The server says that the prompt does not fit. */
class PromptTooLong extends Error {
  override name = 'PromptTooLong'
}

type Hear = (request: LlmRequest<unknown>, dialect: Dialect) => Promise<Heard>

/** Asks in other dialects as long as the server refuses the one tried; refusals cost nothing. */
function createHear({ config, log, call }: { config: LlmConfig; log: Log; call: Call }): Hear {
  const hear: Hear = async (request, dialect) => {
    try {
      return { answer: await call(request, dialect), texts: textsOf(request, dialect), spoken: dialect }
    } catch (error) {
      request.signal?.throwIfAborted()
      const refusal = refusalOf(error)
      if (refusal?.isTooLong) throw new PromptTooLong()
      const next = refusal && nextDialect(dialect, refusal)
      if (next) return hear(request, next)
      if (isMisconfigured(error)) log.error({ model: config.model }, 'the language model refuses the key or the name')
      throw lostOf(error)
    }
  }
  return hear
}

/** The most tokens that Russian takes with any tokenizer we know; used until the server has counted. */
const CAUTIOUS = 2
/** Latin letters take fewer tokens than Russian ones, at the very least this few. */
const LATIN = 6
const CUT = 0.85

type Texts = { system: string; prompt: string }

/** Characters per token of a text that the server counted. */
function measure({ system, prompt }: Texts, { counted }: Pick<Answer, 'counted'>): number {
  if (!counted) return CAUTIOUS
  return Math.min(LATIN, Math.max(1, (system.length + prompt.length) / counted.promptTokens))
}

const estimate = (text: string, charactersPerToken = CAUTIOUS) => Math.ceil(text.length / charactersPerToken)

function usageOf({ system, prompt }: Texts, answer: Answer, charactersPerToken?: number): LlmUsage {
  if (answer.counted) return { ...answer.counted, isEstimated: false }
  return {
    promptTokens: estimate(system + prompt, charactersPerToken),
    completionTokens: estimate(answer.content, charactersPerToken),
    isEstimated: true,
  }
}

/**
 * Whether the server saw less than it was sent: Ollama drops the beginning of a long prompt and says so only by its
 * count. A recording in another language has fewer tokens than a Russian one, which is no sign of that.
 */
function isCut({ system, prompt }: Texts, { counted }: Answer, charactersPerToken = LATIN): boolean {
  const text = system + prompt
  const latin = text.match(/[a-z]/gi)?.length ?? 0
  const least = (text.length - latin) / charactersPerToken + latin / LATIN
  return counted !== undefined && counted.promptTokens < CUT * least
}
