import { createLlm } from '@doslovno/server/adapters/llm/index.ts'
import { type Llm, LlmBadAnswer, LlmLost, type LlmRequest } from '@doslovno/server/adapters/llm/port.ts'
import { probeRequest } from '@doslovno/server/adapters/llm/probe.ts'
import type { LlmConfig } from '@doslovno/server/platform/config.ts'
import { createLog } from '@doslovno/server/platform/log.ts'

import type { Mark } from '#lab/marks.ts'

import type { Relay } from './relay.ts'
import type { LlamaServer } from './server.ts'

type Stand = {
  config: LlmConfig
  relay: Relay
  server: LlamaServer
  contextTokens: number
  restart: () => Promise<void>
}

/** A short question whose answer takes as long as the model likes. */
const request = (changes: Partial<LlmRequest<object>> = {}): LlmRequest<object> => ({
  ...probeRequest,
  prompt: probeRequest.prompt.slice(0, 60),
  maxTokens: 24,
  ...changes,
})

/** Proves the adapter on a real server: dialects, limits, aborts, timeouts and a death in the middle. */
export async function proveAdapter(stand: Stand): Promise<Mark[]> {
  let nowMs = Date.now()
  const llm = createLlm(stand.config, { log: createLog('silent', 'proof'), now: () => nowMs })
  if (!llm) throw new Error('No model is configured')
  const marks = [await steps(llm, stand), await remembers(llm, stand), await isToldItsWindow(llm, stand)]
  marks.push(await overflows(llm, stand), await stops(llm), await times(llm))
  marks.push(...(await dies(llm, stand, () => (nowMs += 600_000))))
  return marks
}

async function steps(llm: Llm, { relay }: Stand): Promise<Mark> {
  const outcome = await outcomeOf(llm, request())
  const seen = relay.seen.join(', ')
  const isMet = seen.startsWith('json_schema 400, json_object 400, text 200') && isAnswered(outcome)
  return { expected: 'both JSON modes refused: steps down to plain text', seen: `${seen}: ${outcome}`, isMet }
}

async function remembers(llm: Llm, { relay }: Stand): Promise<Mark> {
  const before = relay.seen.length
  const outcome = await outcomeOf(llm, request())
  const seen = relay.seen.slice(before).join(', ')
  return { expected: 'the next call begins with plain text', seen: `${seen}: ${outcome}`, isMet: seen === 'text 200' }
}

async function isToldItsWindow(llm: Llm, { contextTokens }: Stand): Promise<Mark> {
  const tokens = await llm.window()
  return { expected: 'the window as the server tells it', seen: `${tokens} tokens`, isMet: tokens === contextTokens }
}

async function overflows(llm: Llm, { contextTokens }: Stand): Promise<Mark> {
  const outcome = await outcomeOf(llm, request({ prompt: probeRequest.prompt.repeat(Math.ceil(contextTokens / 250)) }))
  const tokens = await llm.window()
  return { expected: 'a prompt over the window is told apart', seen: `${outcome}, window ${tokens}`, isMet: outcome === 'bad promptCut' } // prettier-ignore
}

const STOP_MS = 500
const SOON_MS = 3000

async function stops(llm: Llm): Promise<Mark> {
  const started = Date.now()
  const outcome = await outcomeOf(llm, request({ maxTokens: 400, signal: AbortSignal.timeout(STOP_MS) }))
  const ms = Date.now() - started
  return { expected: 'a stopped call ends at once', seen: `${outcome} after ${ms} ms`, isMet: ms < STOP_MS + SOON_MS }
}

async function times(llm: Llm): Promise<Mark> {
  const outcome = await outcomeOf(llm, request({ maxTokens: 400, timeoutMs: STOP_MS }))
  return { expected: 'slow tokens run into the timeout', seen: outcome, isMet: outcome === 'lost timeout' }
}

/** Five lost calls open the breaker; its pause ends by the clock. */
async function dies(llm: Llm, { server, restart }: Stand, later: () => void): Promise<Mark[]> {
  const asked = outcomeOf(llm, request({ maxTokens: 400 }))
  await new Promise((resolve) => setTimeout(resolve, STOP_MS))
  await server.kill()
  const first = await asked
  const next: string[] = []
  while (!llm.isPaused() && next.length < 6) next.push(await outcomeOf(llm, request()))
  const isPaused = llm.isPaused()
  await restart()
  later()
  const after = await outcomeOf(llm, request())
  return [
    { expected: 'killed in the middle of an answer: lost', seen: first, isMet: first.startsWith('lost') },
    { expected: 'calls pause after five lost ones', seen: `${next.join(', ')}, paused ${isPaused}`, isMet: isPaused }, // prettier-ignore
    { expected: 'answers again after a restart', seen: after, isMet: isAnswered(after) },
  ]
}

/** So small a model rarely writes JSON; what counts is that every answer has a name. */
const isAnswered = (outcome: string) => outcome === 'answered' || outcome.startsWith('bad ')

async function outcomeOf(llm: Llm, asked: LlmRequest<object>): Promise<string> {
  try {
    await llm.ask(asked)
    return 'answered'
  } catch (error) {
    if (error instanceof LlmBadAnswer) return `bad ${error.reason}`
    if (error instanceof LlmLost) return `lost ${error.reason}`
    if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')) return 'stopped'
    throw error
  }
}
