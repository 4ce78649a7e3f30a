import type { ErrorReportsConfig } from '#platform/config.ts'

import { countEnvelope, envelopeOf } from './event.ts'

/** A destination of error lines. */
export type ErrorReports = {
  /** Never throws and never waits. */
  write(line: string): void
  /** Waits for the reports under way, within a limit. */
  flush(): Promise<void>
}

type Options = {
  /** Called once when reports are no longer accepted. */
  onLost(error: unknown): void
  limits?: Partial<typeof LIMITS>
}

/** `perWindow`: a failure that repeats must not flood the receiver; `queue`: one that is slow must not fill the memory. */
const LIMITS = { perWindow: 30, windowMs: 60_000, queue: 50, timeoutMs: 5000, flushMs: 3000 }

/** Posts error lines to a server that speaks Sentry's protocol, one after another. */
export function createErrorReports(config: ErrorReportsConfig, options: Options): ErrorReports {
  const { perWindow, windowMs, queue: most, timeoutMs, flushMs } = { ...LIMITS, ...options.limits }
  const queue: string[] = []
  let sending: Promise<void> | undefined
  let window: NodeJS.Timeout | undefined
  let left = perWindow
  let unreported = 0
  let isLost = false

  const post = async (envelope: string): Promise<void> => {
    try {
      const signal = AbortSignal.timeout(timeoutMs)
      const response = await fetch(config.url, { method: 'POST', headers: headersOf(config), body: envelope, signal })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The receiver answered ${response.status}`)
      isLost = false
    } catch (error) {
      if (!isLost) options.onLost(error)
      isLost = true
    }
  }
  const sendAll = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) await post(next)
    sending = undefined
  }
  const enqueue = (envelope: string): void => {
    queue.push(envelope)
    sending ??= sendAll()
  }
  const tellCount = (): void => {
    if (unreported > 0) enqueue(countEnvelope(unreported, config.from, Date.now()))
    unreported = 0
  }
  const closeWindow = (): void => {
    window = undefined
    left = perWindow
    tellCount()
  }

  return {
    write: (line) => {
      window ??= setTimeout(closeWindow, windowMs).unref()
      if (left <= 0 || queue.length >= most) {
        unreported += 1
        return
      }
      left -= 1
      enqueue(envelopeOf(line, config.from))
    },
    flush: async () => {
      clearTimeout(window)
      tellCount()
      const limit = new Promise<void>((done) => void setTimeout(done, flushMs).unref())
      await Promise.race([sending, limit])
    },
  }
}

function headersOf({ key }: ErrorReportsConfig) {
  return {
    'content-type': 'application/x-sentry-envelope',
    'x-sentry-auth': `Sentry sentry_version=7, sentry_client=doslovno/1, sentry_key=${key}`,
  }
}
