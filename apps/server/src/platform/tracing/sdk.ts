import { randomUUID } from 'node:crypto'

import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'

import type { TracingConfig } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'

import { disableSpans, enableSpans } from './spans.ts'
import type { Tracing } from './start.ts'

/** A collector that does not answer costs this many spans of memory; further ones are dropped. */
const QUEUE = 4096
const BATCH = 512
const DELAY_MS = 2000
const EXPORT_MS = 10_000
const FLUSH_MS = 3000
/** No attribute of ours is longer. */
const VALUE_CHARACTERS = 200

export function startSdk(config: TracingConfig, process: string, log: Log): Tracing {
  const exporter = scrubbing(new OTLPTraceExporter({ url: tracesUrl(config.endpoint), timeoutMillis: EXPORT_MS }), log)
  const batches = { maxQueueSize: QUEUE, maxExportBatchSize: BATCH, scheduledDelayMillis: DELAY_MS }
  const provider = new TracerProvider({
    resource: resourceOf(config, process),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(config.ratio) }),
    spanLimits: { attributeValueLengthLimit: VALUE_CHARACTERS },
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS, ...batches })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(provider)
  enableSpans()
  return {
    stop: async () => {
      // A collector that does not answer must not hold up the shutdown; the exporter has logged it.
      await provider.forceFlush({ timeoutMillis: FLUSH_MS }).catch(() => undefined)
      disableSpans()
      for (const api of [trace, context, propagation]) api.disable()
    },
  }
}

function tracesUrl(endpoint: string): string {
  return `${endpoint.replace(/\/+$/, '')}/v1/traces`
}

function resourceOf({ version }: TracingConfig, process: string): Resource {
  return resourceFromAttributes({
    'service.namespace': 'doslovno',
    'service.name': `doslovno-${process}`,
    'service.version': version,
    'service.instance.id': randomUUID(),
  })
}

/** Sends no texts of errors, and logs an outage of the collector once, not per batch. */
function scrubbing(exporter: SpanExporter, log: Log): SpanExporter {
  let isLost = false
  const note = (error: Error | undefined) => {
    if (error && !isLost) log.warn({ err: error }, 'the collector of traces does not answer, spans are dropped')
    if (!error && isLost) log.info('the collector of traces answers again')
    isLost = error !== undefined
  }
  return {
    export: (spans, done) =>
      exporter.export(spans.map(withoutTexts), (result) => {
        note(result.code === ExportResultCode.SUCCESS ? undefined : (result.error ?? new Error('refused')))
        done(result)
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  }
}

/** The job engine records messages of errors, which may quote an address or a row. */
function withoutTexts(span: ReadableSpan): ReadableSpan {
  const { code } = span.status
  return Object.create(span, { events: { value: [] }, status: { value: { code } } }) as ReadableSpan
}
