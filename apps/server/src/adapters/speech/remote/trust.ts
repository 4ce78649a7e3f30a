import type { Log } from '#platform/log.ts'
import { speechServerDown } from '#platform/telemetry.ts'

import { SpeechBusy } from './request.ts'

export type Trust = {
  /** Whether the last test passed and nothing has failed since. */
  isPassed(): boolean
  /** Asks for a test before the next piece. */
  doubt(): void
  /** Tests now. */
  passes(signal: AbortSignal): Promise<boolean>
  /** Tests now; throws why it failed. */
  test(): Promise<void>
}

/** Remembers how the last test ended; callers at the same time share one. Logs only changes. */
export function createTrust(test: () => Promise<void>, log: Log): Trust {
  let [isPassed, isDown, running] = [false, false, undefined as Promise<void> | undefined]
  const note = (passed: boolean, error?: unknown) => {
    if (isDown && passed) log.info('the speech server hears the test clip again')
    if (!isDown && !passed) log.error({ err: error }, 'the speech server does not hear the test clip, tasks wait')
    ;[isPassed, isDown] = [passed, !passed]
    speechServerDown.set(isDown ? 1 : 0)
  }
  const run = async (): Promise<void> => {
    try {
      await test()
      note(true)
    } catch (error) {
      // A busy server says nothing about how it hears.
      if (!(error instanceof SpeechBusy)) note(false, error)
      throw error
    }
  }
  const shared = () => (running ??= run().finally(() => (running = undefined)))
  return {
    isPassed: () => isPassed,
    doubt: () => void (isPassed = false),
    passes: (signal) => Promise.race([shared().then(isTrue, isFalse), aborted(signal)]),
    test: shared,
  }
}

const isTrue = () => true
const isFalse = () => false

async function aborted(signal: AbortSignal): Promise<never> {
  signal.throwIfAborted()
  return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true }))
}
