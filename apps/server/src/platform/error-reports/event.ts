import { randomUUID } from 'node:crypto'

import type { SerializedError } from 'pino'

import { withoutEmails } from '#platform/log.ts'

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

export type Origin = { environment: string; release: string }

const FATAL = 60

/** An error line as Sentry's protocol has it, in an envelope ready to be sent. */
export function envelopeOf(text: string, from: Origin): string {
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
export function countEnvelope(count: number, from: Origin, nowMs: number): string {
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
