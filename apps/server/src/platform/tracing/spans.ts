import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer,
} from '@opentelemetry/api'

/** Ids, kinds and sizes: never what people wrote or said, their names or addresses. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

let tracer: Tracer | undefined

/** Until it is called nothing here does anything. */
export function enableSpans(): void {
  tracer = trace.getTracer('doslovno')
}

export function disableSpans(): void {
  tracer = undefined
}

export function isTracing(): boolean {
  return tracer !== undefined
}

/** Whether a span is under way that will be sent. Only work for a request or a job is traced: timers would bury it. */
export function isRecording(): boolean {
  return tracer !== undefined && trace.getActiveSpan()?.isRecording() === true
}

/** Runs `run` in a span below the one under way. */
export function traced<T>(name: string, attributes: SpanAttributes, run: () => Promise<T>): Promise<T> {
  if (!tracer || !isRecording()) return run()
  const span = tracer.startSpan(name, { kind: SpanKind.CLIENT, attributes: attributes as Attributes })
  return context.with(trace.setSpan(context.active(), span), () => endAfter(span, run))
}

/** Adds to the span that is under way. */
export function describeSpan(attributes: SpanAttributes): void {
  if (tracer) trace.getActiveSpan()?.setAttributes(attributes as Attributes)
}

export type RequestSpan = {
  /** Runs the rest of the request under its span. */
  enter(run: () => void): void
  end(attributes: SpanAttributes, hasFailed: boolean): void
}

/** Begins a new trace: a context that the caller sends is ignored, since anybody could set it. */
export function startRequestSpan(name: string, attributes: SpanAttributes): RequestSpan | undefined {
  if (!tracer) return undefined
  const kind = SpanKind.SERVER
  const span = tracer.startSpan(name, { kind, attributes: attributes as Attributes }, ROOT_CONTEXT)
  const within = trace.setSpan(ROOT_CONTEXT, span)
  return {
    enter: (run) => context.with(within, run),
    end: (last, hasFailed) => {
      if (!span.isRecording()) return
      span.setAttributes(last as Attributes)
      if (hasFailed) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
    },
  }
}

const HEADER = 'traceparent'

/** The trace under way, to be kept in a row for work that a timer continues; null if there is none. */
export function traceContext(): string | null {
  if (!tracer) return null
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier[HEADER] ?? null
}

/** Runs `run` in the trace that `traceContext` returned. */
export function continueTrace<T>(kept: string | null, run: () => T): T {
  if (!tracer || kept === null) return run()
  return context.with(propagation.extract(ROOT_CONTEXT, { [HEADER]: kept }), run)
}

/** For log lines, by the names that log stores look for. */
export function traceIds(): { trace_id?: string; span_id?: string } {
  const span = tracer && trace.getActiveSpan()?.spanContext()
  return span ? { trace_id: span.traceId, span_id: span.spanId } : {}
}

async function endAfter<T>(span: Span, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    // The message may quote a person's address; the log has it, redacted.
    span.setAttribute('error.type', error instanceof Error ? error.name : 'unknown')
    span.setStatus({ code: SpanStatusCode.ERROR })
    throw error
  } finally {
    span.end()
  }
}
