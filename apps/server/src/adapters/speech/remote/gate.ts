import { setTimeout as sleep } from 'node:timers/promises'

import { SpeechFailure, SpeechLost } from '#adapters/speech/port.ts'
import { type Breaker, createBreaker } from '#platform/breakers/breaker.ts'

import { SpeechBusy } from './request.ts'

const CHECK_MS = 250
/** Pauses after five failures in a row. */
const PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 30_000
/** All that wait for a busy server should not come back at one moment. */
const SPREAD_MS = 1000
const LONGEST_BUSY_MS = 600_000

export type Gate = {
  /** Whether a request may be sent now: the server has not asked us to wait, and the breaker is closed. */
  isOpen(): boolean
  /** Sends a request now. */
  send<Result>(request: () => Promise<Result>): Promise<Result>
  /** Resolves when the gate is open and `isReady` says so; throws `SpeechLost` after the deadline. */
  enter(isReady: () => Promise<boolean>, deadline: number, signal: AbortSignal): Promise<void>
}

/** Keeps requests back while the server does not answer or says that it is too busy. */
export function createGate(): Gate {
  const breaker = breakerOf()
  let busyUntil = 0
  const isOpen = () => Date.now() >= busyUntil && !breaker.isPaused()
  return {
    isOpen,
    send: async (request) => {
      try {
        return await breaker.run(request)
      } catch (error) {
        if (error instanceof SpeechBusy) busyUntil = Math.max(busyUntil, Date.now() + waitMsOf(error))
        throw error
      }
    },
    enter: async (isReady, deadline, signal) => {
      while (!(isOpen() && (await isReady()))) {
        if (Date.now() >= deadline) throw new SpeechLost('unavailable')
        await sleep(CHECK_MS, undefined, { signal })
      }
    },
  }
}

const waitMsOf = ({ waitSeconds }: SpeechBusy) =>
  Math.min(waitSeconds * 1000 + Math.random() * SPREAD_MS, LONGEST_BUSY_MS)

const breakerOf = (): Breaker =>
  createBreaker({
    now: Date.now,
    judge: outcomeOf,
    paused: () => new SpeechLost('paused'),
    pauseMs: PAUSE_MS,
    longestPauseMs: LONGEST_PAUSE_MS,
  })

/** A busy server is alive; an aborted request says nothing. */
function outcomeOf(error: unknown): 'lost' | 'answered' | 'unknown' {
  if (!(error instanceof SpeechFailure)) return 'unknown'
  return error instanceof SpeechLost && !(error instanceof SpeechBusy) ? 'lost' : 'answered'
}
