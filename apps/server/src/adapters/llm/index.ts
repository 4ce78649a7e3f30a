import { setTimeout as sleep } from 'node:timers/promises'

import { type Breaker, createBreaker } from '#platform/breakers/breaker.ts'
import type { LlmConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import { createCall } from './client.ts'
import { createConversation } from './conversation.ts'
import { type Llm, LlmBadAnswer, LlmLost } from './port.ts'
import { createWindow } from './window.ts'

type Options = {
  log: Log
  now?: () => number
  /** Waits for a busy server. */
  wait?: (ms: number, signal?: AbortSignal) => Promise<void>
}

const LONGEST_PAUSE_MS = 5 * 60_000

/** The language model of the configuration; undefined where there is none. */
export function createLlm(config: LlmConfig | undefined, options: Options): Llm | undefined {
  if (!config) return undefined
  const { log, now = Date.now, wait = pause } = options
  const breaker = breakerOf(now)
  const window = createWindow(config, { log, now, isPaused: () => breaker.isPaused() })
  const conversation = createConversation({ config, log, now, window, call: createCall(config, { now, wait }) })
  return {
    model: config.model,
    window: () => window.get(),
    estimateTokens: (text) => conversation.estimate(text),
    ask: (request) => breaker.run(() => conversation.ask(request)),
    isPaused: () => breaker.isPaused(),
  }
}

const pause = async (ms: number, signal?: AbortSignal) => {
  await sleep(ms, undefined, signal && { signal })
}

const breakerOf = (now: () => number): Breaker =>
  createBreaker({
    now,
    judge: (error) => (error instanceof LlmLost ? 'lost' : error instanceof LlmBadAnswer ? 'answered' : 'unknown'),
    paused: () => new LlmLost('paused', { wasSent: false }),
    longestPauseMs: LONGEST_PAUSE_MS,
  })
