import { setTimeout as wait } from 'node:timers/promises'

import { createLlm } from '@doslovno/server/adapters/llm/index.ts'
import { LlmBadAnswer, LlmLost, type Llm, type LlmRequest } from '@doslovno/server/adapters/llm/port.ts'
import { probeRequest } from '@doslovno/server/adapters/llm/probe.ts'
import type { LlmConfig } from '@doslovno/server/platform/config.ts'
import { createLog } from '@doslovno/server/platform/log.ts'

import { mark } from '#lab/marks.ts'

import type { LlamaServer, Relay } from './server.ts'

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
export async function proveAdapter(stand: Stand): Promise<void> {
  let nowMs = Date.now()
  const llm = createLlm(stand.config, { log: createLog('silent', 'proof'), now: () => nowMs })
  if (!llm) throw new Error('No model is configured')
  await steps(llm, stand)
  await remembers(llm, stand)
  await isToldItsWindow(llm, stand)
  await overflows(llm, stand)
  await stops(llm)
  await times(llm)
  await dies(llm, stand, () => (nowMs += 600_000))
}

async function steps(llm: Llm, { relay }: Stand): Promise<void> {
  const outcome = await outcomeOf(llm, request())
  const seen = relay.seen.join(', ')
  const isMet = seen.startsWith('json_schema 400, json_object 400, text 200') && isAnswered(outcome)
  mark('both JSON modes refused: steps down to plain text', `${seen}: ${outcome}`, isMet)
}

async function remembers(llm: Llm, { relay }: Stand): Promise<void> {
  const before = relay.seen.length
  const outcome = await outcomeOf(llm, request())
  const seen = relay.seen.slice(before).join(', ')
  mark('the next call begins with plain text', `${seen}: ${outcome}`, seen === 'text 200')
}

async function isToldItsWindow(llm: Llm, { contextTokens }: Stand): Promise<void> {
  const tokens = await llm.window()
  mark('the window as the server tells it', `${tokens} tokens`, tokens === contextTokens)
}

async function overflows(llm: Llm, { contextTokens }: Stand): Promise<void> {
  const outcome = await outcomeOf(llm, request({ prompt: probeRequest.prompt.repeat(Math.ceil(contextTokens / 250)) }))
  const tokens = await llm.window()
  mark('a prompt over the window is told apart', `${outcome}, window ${tokens}`, outcome === 'bad promptCut')
}

const STOP_MS = 500
const SOON_MS = 3000

async function stops(llm: Llm): Promise<void> {
  const started = Date.now()
  const outcome = await outcomeOf(llm, request({ maxTokens: 400, signal: AbortSignal.timeout(STOP_MS) }))
  const ms = Date.now() - started
  mark('a stopped call ends at once', `${outcome} after ${ms} ms`, ms < STOP_MS + SOON_MS)
}

async function times(llm: Llm): Promise<void> {
  const outcome = await outcomeOf(llm, request({ maxTokens: 400, timeoutMs: STOP_MS }))
  mark('slow tokens run into the timeout', outcome, outcome === 'lost timeout')
}

/** Five lost calls open the breaker; its pause ends by the clock. */
async function dies(llm: Llm, { server, restart }: Stand, later: () => void): Promise<void> {
  const asked = outcomeOf(llm, request({ maxTokens: 400 }))
  await wait(STOP_MS)
  await server.kill()
  const first = await asked
  const next: string[] = []
  while (!llm.isPaused() && next.length < 6) next.push(await outcomeOf(llm, request()))
  const isPaused = llm.isPaused()
  await restart()
  later()
  const after = await outcomeOf(llm, request())
  mark('killed in the middle of an answer: lost', first, first.startsWith('lost'))
  mark('calls pause after five lost ones', `${next.join(', ')}, paused ${isPaused}`, isPaused)
  mark('answers again after a restart', after, isAnswered(after))
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
