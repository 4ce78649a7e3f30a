import { ExportResultCode } from '@opentelemetry/core'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'

import type { Log } from '#platform/log.ts'

/** Sends no texts of errors, and logs an outage of the collector once, not per batch. */
export function scrubbing(exporter: SpanExporter, log: Log): SpanExporter {
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
