import { randomUUID } from 'node:crypto'

import type { SerializedError } from 'pino'

import type { ErrorReportsConfig } from '#platform/config.ts'
import { withoutEmails } from '#platform/log.ts'

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

/** A line of the log, redacted already. */
type Line = {
  level: number
  time: number
  hostname?: string
  name?: string
  msg?: string
  err?: Partial<SerializedError>
  trace_id?: string
  span_id?: string
  [field: string]: unknown
}

type Origin = { environment: string; release: string }

const FATAL = 60

/** An error line as Sentry's protocol has it, in an envelope ready to be sent. */
function envelopeOf(text: string, from: Origin): string {
  const line = JSON.parse(text, withoutAddresses) as Line
  const { level, time, pid: _pid, hostname, name, msg, err, trace_id, span_id, req: _req, ...extra } = line
  const event = {
    event_id: newId(),
    timestamp: time / 1000,
    platform: 'node',
    level: level >= FATAL ? 'fatal' : 'error',
    ...from,
    logger: name,
    server_name: hostname,
    logentry: { formatted: msg },
    ...(err && { exception: { values: [exceptionOf(err)] } }),
    ...(trace_id && { contexts: { trace: { trace_id, span_id } } }),
    extra: { ...extra, ...(err?.code !== undefined && { code: err.code }) },
  }
  return wrap(event)
}

/** The log removes fields by their names; a message may still quote an address. */
function withoutAddresses(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? withoutEmails(value) : value
}

/** Tells that errors were logged beyond the limit. */
function countEnvelope(count: number, from: Origin, nowMs: number): string {
  const formatted = `${count} more errors were logged and not reported`
  const event = { event_id: newId(), timestamp: nowMs / 1000, platform: 'node', level: 'error', ...from }
  return wrap({ ...event, logentry: { formatted }, fingerprint: ['unreported'] })
}

const newId = () => randomUUID().replaceAll('-', '')

function wrap(event: { event_id: string; [field: string]: unknown }): string {
  const payload = JSON.stringify(event)
  const { event_id } = event
  const item = { type: 'event', length: Buffer.byteLength(payload) }
  return `${JSON.stringify({ event_id })}\n${JSON.stringify(item)}\n${payload}\n`
}

function exceptionOf({ type, message, stack = '' }: Partial<SerializedError>) {
  const frames = framesOf(stack)
  return { type, value: message, ...(frames.length > 0 && { stacktrace: { frames } }) }
}

const FRAME = /^ +at (?:async )?(?:(.+?) \()?(?:file:\/\/)?([^()\n]+):(\d+):(\d+)\)?$/gm

/** The protocol wants the oldest call first. Stacks of causes follow that of the error and are left out. */
function framesOf(stack: string) {
  const [own = ''] = stack.split('\ncaused by:')
  const frames = [...own.matchAll(FRAME)].map(([, fn, filename = '', line, column]) => ({
    function: fn ?? '?',
    filename,
    lineno: Number(line),
    colno: Number(column),
    in_app: !/^node:|node_modules/.test(filename),
  }))
  return frames.toReversed()
}
