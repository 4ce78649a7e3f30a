import { spawnSync } from 'node:child_process'
import type { ServerResponse } from 'node:http'
import { resolve } from 'node:path'

import { trace } from '@opentelemetry/api'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { createLog } from '#platform/log.ts'
import { type Collector, startCollector } from '#test/collector.ts'
import { freePort } from '#test/free-port.ts'
import { testModelsDir } from '#test/recordings/recordings.ts'
import { until } from '#test/until.ts'

import { continueTrace, startRequestSpan, traceContext, traced } from './spans.ts'
import { startTracing, type Tracing } from './start.ts'

let collector: Collector
let lines: { level: number; msg: string; trace_id?: string; span_id?: string }[]

beforeEach(async () => {
  collector = await startCollector()
  lines = []
})
afterEach(() => collector.close())

const log = createLog('info', 'test', { write: (line: string) => void lines.push(JSON.parse(line)) })
const start = (changes = {}) =>
  startTracing({ endpoint: collector.url, version: '1.2.3', ratio: 1, ...changes }, 'test', log)

/** Runs `work` as the handler of a request. */
async function request(work: () => Promise<unknown>): Promise<void> {
  const span = startRequestSpan('GET /', {})
  await new Promise<void>((done) =>
    span?.enter(
      () =>
        void work()
          .catch(() => undefined)
          .finally(done),
    ),
  )
  span?.end({}, false)
}

/** Ends more spans than the queue holds. */
async function flood(tracing: Tracing): Promise<void> {
  await request(() =>
    Promise.all(Array.from({ length: 20_000 }, (_, index) => traced('work', { index }, async () => undefined))),
  )
  return tracing.stop()
}

describe('a span', () => {
  it('carries no text of an error, whoever recorded it', async () => {
    const tracing = await start()
    await request(() =>
      traced('mail send', {}, async () => {
        const span = trace.getActiveSpan()
        span?.recordException(new Error('550 <anna@example.ru>: unknown'))
        span?.setStatus({ code: 2, message: 'anna@example.ru' })
        throw new TypeError('anna@example.ru')
      }),
    )
    await tracing.stop()

    const failed = collector.spans.find(({ name }) => name === 'mail send')
    expect(failed).toMatchObject({ hasFailed: true, attributes: { 'error.type': 'TypeError' } })
    expect(collector.bodies.join('')).not.toContain('anna')
  })

  it('names the release of its process', async () => {
    const tracing = await start()
    await request(async () => undefined)
    await tracing.stop()

    expect(collector.bodies.join('')).toContain('service.version')
    expect(collector.bodies.join('')).toContain('1.2.3')
  })

  it('gives its ids to the log lines written under it', async () => {
    const tracing = await start()
    await request(() => traced('work', {}, async () => log.info('under it')))
    await tracing.stop()
    log.info('after it')

    const { traceId, spanId } = collector.spans.find(({ name }) => name === 'work') ?? {}
    expect(lines[0]).toMatchObject({ trace_id: traceId, span_id: spanId })
    expect(lines[1]).not.toHaveProperty('trace_id')
  })

  it('is made for requests and jobs only', async () => {
    const tracing = await start()
    await traced('timer', {}, async () => undefined)
    await tracing.stop()

    expect(collector.spans).toEqual([])
  })

  it('belongs to the trace that a row kept', async () => {
    const tracing = await start()
    let kept: string | null = null
    await request(async () => (kept = traceContext()))
    continueTrace(kept, () => trace.getTracer('test').startSpan('later').end())
    await tracing.stop()

    const [first, later] = collector.spans
    expect(later).toMatchObject({ name: 'later', traceId: first?.traceId, parentId: first?.spanId })
  })

  it('is not sent when the share of traces is 0, and neither are those below it', async () => {
    const tracing = await start({ ratio: 0 })
    let kept: string | null = null
    await request(async () => traced('work', {}, async () => (kept = traceContext())))
    continueTrace(kept, () => trace.getTracer('test').startSpan('later').end())
    await tracing.stop()

    expect(kept).toMatch(/^00-\w{32}-\w{16}-00$/)
    expect(collector.spans).toEqual([])
  })
})

describe('a collector', () => {
  it('costs a bounded queue if it does not answer', async () => {
    const held: ServerResponse[] = []
    const { answer } = collector
    collector.answer = (response) => void held.push(response)
    const tracing = await start()
    const stopped = flood(tracing)
    await until(() => held.length > 0)
    collector.answer = answer
    for (const response of held) answer(response)
    await stopped

    expect(collector.spans.length).toBeGreaterThan(500)
    expect(collector.spans.length).toBeLessThan(6000)
  })

  it('neither holds up the shutdown nor throws if it is gone', async () => {
    await flood(await start({ endpoint: `http://127.0.0.1:${await freePort()}` }))

    expect(lines.filter(({ level }) => level > 40)).toEqual([])
  })

  it('is logged once when it refuses, and once more when it accepts again', async () => {
    const { answer } = collector
    collector.answer = (response) => response.writeHead(400).end()
    const tracing = await start()
    const flush = () => (trace.getTracerProvider() as unknown as { getDelegate(): { forceFlush(): Promise<void> } }).getDelegate().forceFlush() // prettier-ignore
    for (let batch = 0; batch < 3; batch++) {
      await request(async () => undefined)
      await flush().catch(() => undefined)
    }
    collector.answer = answer
    await request(async () => undefined)
    await tracing.stop()

    expect(lines.map(({ msg }) => msg)).toEqual([
      'the collector of traces does not answer, spans are dropped',
      'the collector of traces answers again',
    ])
  })
})

describe('the SDK', () => {
  const server = resolve(import.meta.dirname, '../../..')
  const loadedBy = (changes: Record<string, string>) => {
    const env = {
      ...process.env,
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      MODELS_DIR: testModelsDir(),
      LOG_LEVEL: 'info',
      ...changes,
    }
    const args = ['--import', `${server}/test/loaded-modules.ts`, `${server}/src/main/api.ts`]
    const { stdout } = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 240_000 })
    const line = stdout.split('\n').find((one) => one.startsWith('{"loaded"'))
    return (JSON.parse(line ?? '{}') as { loaded?: string[] }).loaded
  }

  it('is loaded only if there is a collector', () => {
    expect(loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: '' })).toEqual(['@opentelemetry/api'])
    expect(loadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toContain('@opentelemetry/sdk-trace')
  })
})
