import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { readConfig } from '#platform/config.ts'
import { createLog, type Log } from '#platform/log.ts'
import { freePort } from '#test/free-port.ts'
import { until } from '#test/until.ts'

import { createErrorReports, type ErrorReports } from './reports.ts'

type Received = { path: string; headers: IncomingMessage['headers']; body: string }
type Event = {
  level: string
  logger: string
  logentry: { formatted: string }
  exception: { values: { type: string; value: string; stacktrace: { frames: { filename: string }[] } }[] }
  extra: Record<string, unknown>
}

const accept = (response: ServerResponse) => response.writeHead(200).end('{}')

let port: number
let received: Received[]
let answer: (response: ServerResponse) => void
let lost: unknown[]
let close: () => Promise<void>

beforeEach(async () => {
  received = []
  lost = []
  answer = accept
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts).toString() })
      answer(response)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
})
afterEach(() => close())

type Limits = NonNullable<Parameters<typeof createErrorReports>[1]['limits']>

function reporting(limits: Limits = {}, to = port): { log: Log; reports: ErrorReports } {
  const { errorReports } = readConfig({
    ...process.env,
    MODELS_DIR: '-',
    SENTRY_DSN: `http://abc123@127.0.0.1:${to}/tracker/42`,
  })
  if (!errorReports) throw new Error('No reports are configured')
  const reports = createErrorReports(errorReports, { limits, onLost: (error) => lost.push(error) })
  return { reports, log: createLog('error', 'api', reports) }
}

const eventOf = ({ body }: Received) => JSON.parse(body.split('\n')[2] ?? '') as Event

describe('an error line', () => {
  it('is posted as an envelope with one event', async () => {
    const { log, reports } = reporting()
    log.error({ err: new RangeError('too far'), reqId: 'r1' }, 'request failed')
    await reports.flush()

    const [one] = received
    const [header = '', item = '', payload = ''] = one?.body.split('\n') ?? []
    expect(one).toMatchObject({
      path: '/tracker/api/42/envelope/',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': expect.stringMatching(/^Sentry sentry_version=7, .*sentry_key=abc123$/),
      },
    })
    expect(JSON.parse(item)).toEqual({ type: 'event', length: Buffer.byteLength(payload) })
    expect(JSON.parse(payload)).toMatchObject({
      event_id: (JSON.parse(header) as { event_id: string }).event_id,
      platform: 'node',
      level: 'error',
      environment: 'test',
      release: expect.stringMatching(/^\d+\.\d+\.\d+/),
      logger: 'api',
      logentry: { formatted: 'request failed' },
      exception: { values: [{ type: 'RangeError', value: 'too far' }] },
      extra: { reqId: 'r1' },
    })
    expect(JSON.parse(header)).toEqual({ event_id: expect.stringMatching(/^[\da-f]{32}$/) })
  })

  it('has the frames of its stack, the newest last', async () => {
    const { log, reports } = reporting()
    log.error({ err: new Error('x') }, 'request failed')
    await reports.flush()

    const [frames] = received.map((one) => eventOf(one).exception.values[0]?.stacktrace.frames)
    expect(frames?.length).toBeGreaterThan(1)
    expect(frames?.at(-1)).toMatchObject({ filename: import.meta.filename, in_app: true, lineno: expect.any(Number) })
  })

  it('leaves without secrets, addresses and names', async () => {
    const { log, reports } = reporting()
    const cause = Object.assign(new Error('no'), { detail: 'Key (email)=(abc-1@example.ru)' })
    log.error(
      {
        err: new Error('550 <abc-2@example.ru>', { cause }),
        body: { password: 'abc-3', name: 'abc-4' },
        req: { url: 'abc-5' },
      },
      'mail to abc-6@example.ru failed',
    )
    await reports.flush()

    expect(received).toHaveLength(1)
    expect(received[0]?.body).not.toMatch(/abc-\d/)
  })
})

describe('many error lines', () => {
  it('beyond the limit are counted, and the count is told', async () => {
    const { log, reports } = reporting({ perWindow: 3, windowMs: 100 })
    for (let index = 0; index < 10; index++) log.error(`failure ${index}`)
    await until(() => received.length >= 4)
    log.error('the next minute')
    await reports.flush()

    expect(received.map((one) => eventOf(one).logentry.formatted)).toEqual([
      'failure 0',
      'failure 1',
      'failure 2',
      '7 more errors were logged and not reported',
      'the next minute',
    ])
  })
})

describe('a receiver', () => {
  it('costs a bounded queue and ends no line if it never answers', async () => {
    const held: ServerResponse[] = []
    answer = (response) => void held.push(response)
    const { log, reports } = reporting({ perWindow: 100, queue: 5, flushMs: 10 })
    for (let index = 0; index < 20; index++) log.error(`failure ${index}`)
    await reports.flush()
    await until(() => held.length > 0)
    answer = accept
    for (const response of held) accept(response)
    await until(() => received.length === 7)

    expect(eventOf(received[6] as Received).logentry.formatted).toBe('14 more errors were logged and not reported')
    expect(lost).toEqual([])
  })

  it('is reported once if it is gone or refuses', async () => {
    const { log, reports } = reporting({}, await freePort())
    log.error('one')
    log.error('two')
    await reports.flush()
    answer = (response) => response.writeHead(429).end()
    const other = reporting()
    other.log.error('three')
    other.log.error('four')
    await other.reports.flush()

    expect(lost).toHaveLength(2)
    expect(received).toHaveLength(2)
  })
})
