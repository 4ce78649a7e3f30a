import { setTimeout as wait } from 'node:timers/promises'

import { probeRequest } from '@doslovno/server/adapters/llm/conversation.ts'
import { createLlm } from '@doslovno/server/adapters/llm/index.ts'
import { type Llm, LlmBadAnswer, LlmLost, type LlmRequest } from '@doslovno/server/adapters/llm/port.ts'
import { type LlmConfig, readConfig } from '@doslovno/server/platform/config.ts'
import { createLog } from '@doslovno/server/platform/log.ts'
import { freePort } from '@doslovno/server/test/free-port.ts'
import type { Caller, TestApp } from '@doslovno/server/test/test-app.ts'
import { MEETING } from '@doslovno/texts/test/launch-meeting.ts'

import { freshApp } from '#lab/app.ts'
import { words } from '#lab/arguments.ts'
import { mark } from '#lab/marks.ts'

import { proveWorstModes, summarise } from './llm/product.ts'
import { install, type LlamaServer, type Relay, startRelay, startServer } from './llm/server.ts'

/** All that the model has been trained for; the server gives no more, whatever it is asked. */
const CONTEXT_TOKENS = 2048
/** The window claimed behind the relay that shortens prompts: with less than 7,000 tokens no summary is asked for. */
const CLAIMED_TOKENS = '8192'
const TIMEOUT_SECONDS = '280'

/**
 * The adapter and the product against llama.cpp with a tiny model, then the product against the worst modes of the
 * simulator over texts that were recognised well and badly. `--part`: one of them; `--show`: what copies confirmed.
 */
export async function main(): Promise<void> {
  const part = words.find((word) => word.startsWith('--part='))?.split('=')[1]
  const test = await freshApp({ llm: configOf('http://127.0.0.1:9') })
  const owner = await test.signIn()
  if (part !== 'modes') await proveReal(test, owner, part)
  if (part === undefined || part === 'modes') await proveWorstModes(test, owner)
}

async function proveReal(test: TestApp, owner: Caller, part: string | undefined): Promise<void> {
  install()
  const port = await freePort()
  let server = await startServer(port, CONTEXT_TOKENS)
  const restart = async () => void (server = await startServer(port, CONTEXT_TOKENS))
  if (part !== 'product') {
    const relay = await startRelay(server.url)
    await proveAdapter({ config: configOf(relay.url), relay, server, contextTokens: CONTEXT_TOKENS, restart })
  }
  if (part === 'adapter') return
  await proveProduct(test, owner, server, false)
  await proveProduct(test, owner, server, true)
}

/** Proves that nothing hollow or broken is confirmed. */
async function proveProduct(test: TestApp, owner: Caller, { url }: LlamaServer, isShaped: boolean): Promise<void> {
  const relay = await startRelay(url, { isShaped })
  const config = configOf(relay.url, isShaped ? { LLM_CONTEXT_TOKENS: CLAIMED_TOKENS } : {})
  const { statuses, calls, confirmed, unsure, dropped, bad } = await summarise({ test, owner }, config, [...MEETING])
  const counts = `${statuses.join(', ')}; confirmed ${confirmed.length}, unsure ${unsure.length}, dropped ${dropped.length}` // prettier-ignore
  const texts = [...confirmed.map((text) => `+ ${text}`), ...unsure.map((text) => `? ${text}`), ...dropped.map((text) => `- ${text}`)] // prettier-ignore
  const how = isShaped ? 'its words put into the asked shape' : 'its answers as they are'
  const seen = [counts, `calls: ${calls.join(', ')}`, ...texts].join('\n  ')
  mark(`a summary, ${how}: nothing hollow or broken is confirmed`, seen, bad.length === 0)
}

function configOf(url: string, changes: Record<string, string> = {}) {
  const { llm } = readConfig({
    ...process.env,
    LLM_BASE_URL: `${url}/v1`,
    LLM_MODEL: 'tinyllama',
    LLM_TIMEOUT_SECONDS: TIMEOUT_SECONDS,
    ...changes,
  })
  if (!llm) throw new Error('No model is configured')
  return llm
}

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
async function proveAdapter(stand: Stand): Promise<void> {
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
