import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

export type CollectedSpan = {
  traceId: string
  spanId: string
  /** Empty for the first span of a trace. */
  parentId: string
  name: string
  service: string
  startMs: number
  endMs: number
  attributes: Attributes
  hasFailed: boolean
}

/** Lists, which few spans have, are left out. */
type Attributes = Record<string, string | number | boolean | undefined>

export type Collector = {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  spans: CollectedSpan[]
  /** Every body as it came. */
  bodies: string[]
  answer: (response: ServerResponse) => void
  /** Waits until the spans satisfy a condition. */
  waitFor(isThere: (spans: readonly CollectedSpan[]) => boolean): Promise<CollectedSpan[]>
  close(): Promise<void>
}

const WAIT_MS = 300_000

/** Receives traces by OTLP over HTTP, as JSON. */
export async function startCollector(port = 0): Promise<Collector> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      if (request.url !== '/v1/traces') return response.writeHead(404).end()
      collector.bodies.push(body)
      collector.spans.push(...spansOf(JSON.parse(body) as Export))
      collector.answer(response)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    bodies: [],
    answer: (response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    waitFor: async (isThere) => {
      for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await wait(50))
        if (isThere(collector.spans)) return collector.spans
      throw new Error(`Only these spans came: ${collector.spans.map(({ name }) => name).join(', ')}`)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return collector
}

type Value = { stringValue?: string; intValue?: number; doubleValue?: number; boolValue?: boolean }
type Attribute = { key: string; value: Value }
type Sent = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  startTimeUnixNano: string
  endTimeUnixNano: string
  attributes: Attribute[]
  status: { code?: number }
}
type Export = {
  resourceSpans: { resource: { attributes: Attribute[] }; scopeSpans: { spans: Sent[] }[] }[]
}

const FAILED = 2

function spansOf({ resourceSpans }: Export): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map(({ traceId, spanId, parentSpanId = '', name, status, ...sent }) => ({
        traceId,
        spanId,
        parentId: parentSpanId,
        name,
        service: String(valuesOf(resource.attributes)['service.name']),
        startMs: Number(sent.startTimeUnixNano) / 1e6,
        endMs: Number(sent.endTimeUnixNano) / 1e6,
        attributes: valuesOf(sent.attributes),
        hasFailed: status.code === FAILED,
      })),
    ),
  )
}

function valuesOf(attributes: readonly Attribute[]): Attributes {
  return Object.fromEntries(
    attributes.map(({ key, value }) => [
      key,
      value.stringValue ?? value.intValue ?? value.doubleValue ?? value.boolValue,
    ]),
  )
}
