import { type SpanAttributes, traced } from './spans.ts'

type Call = (...args: never[]) => Promise<unknown>

/** The asynchronous methods of T that get a span, each with what it tells of its arguments. */
export type TracedCalls<T> = {
  readonly [K in keyof T as T[K] extends Call ? K : never]?: T[K] extends Call
    ? (...args: Parameters<T[K]>) => SpanAttributes
    : never
}

/** The same object, with a span `area method` for every call of the listed methods. */
export function traceCalls<T extends object>(area: string, target: T, calls: TracedCalls<T>): T {
  const wrapped = Object.entries(calls).map(([method, describe]) => {
    const call = target[method as keyof T] as (...args: unknown[]) => Promise<unknown>
    const attributesOf = describe as (...args: unknown[]) => SpanAttributes
    return [
      method,
      (...args: unknown[]) => traced(`${area} ${method}`, attributesOf(...args), () => call.apply(target, args)),
    ]
  })
  return { ...target, ...(Object.fromEntries(wrapped) as Partial<T>) }
}
