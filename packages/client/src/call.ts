import { type Calls, type Route, routes } from './api.ts'
import { DoslovnoError, errorOf } from './error.ts'

export type CallName = keyof Calls
export type Reply<Name extends CallName> = Calls[Name]['reply']
/** Parameters of the path, of the query and of the body together: their names never meet. */
export type Input<Name extends CallName> = PartOf<Calls[Name], 'params'> &
  PartOf<Calls[Name], 'query'> &
  PartOf<Calls[Name], 'body'> &
  PartOf<Calls[Name], 'form'>
type PartOf<C, Key extends string> = C extends { [K in Key]: infer P }
  ? P
  : C extends { [K in Key]?: infer P }
    ? Partial<P>
    : unknown

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** For calls that create something; a new one for each call unless it is given. */
  idempotencyKey?: string | undefined
}

export type Service = {
  baseUrl: string
  apiKey: string
  fetch: typeof fetch
  /** Repeats after a failure that may pass. */
  retries: number
}

export type Send = <Name extends CallName>(
  name: Name,
  input: Input<Name>,
  options?: CallOptions,
) => Promise<Reply<Name>>

/** Sends calls, and repeats those that failed for a while and may be repeated. */
export function createSend(service: Service): Send {
  return async (name, input, { signal, idempotencyKey = crypto.randomUUID() } = {}) => {
    const route: Route = routes[name]
    const request = requestOf(service, route, input as Fields)
    if (route.isCreating) request.headers.set('idempotency-key', idempotencyKey)
    for (let tries = 0; ; tries += 1) {
      const outcome = await attempt(service, request, signal)
      if (!(outcome instanceof DoslovnoError)) return outcome as Reply<typeof name>
      const seconds = tries < service.retries ? secondsBefore(outcome, route, tries) : undefined
      if (seconds === undefined) throw outcome
      await pause(seconds * 1000, signal)
    }
  }
}

type Fields = Record<string, unknown>
type Request = { method: string; url: URL; headers: Headers; body?: BodyInit }

function requestOf({ baseUrl, apiKey }: Service, { method, path, isForm }: Route, input: Fields): Request {
  const rest = { ...input }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    const value = textOf(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  const url = new URL(filled, baseUrl)
  const headers = new Headers({ authorization: `Bearer ${apiKey}` })
  if (isForm) return { method, url, headers, body: formOf(rest) }
  if (method === 'GET' || method === 'DELETE') {
    for (const [name, value] of Object.entries(rest)) if (value !== undefined) url.searchParams.set(name, textOf(value))
    return { method, url, headers }
  }
  headers.set('content-type', 'application/json')
  return { method, url, headers, body: JSON.stringify(rest) }
}

/** The file comes last: a server that reads the form as a stream knows the other fields by then. */
function formOf({ file, fileName, ...fields }: Fields): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    for (const one of [value].flat()) if (one !== undefined) form.append(name, textOf(one))
  }
  if (file instanceof Blob) form.append('file', file, nameOf(file, fileName))
  return form
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : String(JSON.stringify(value))
}

/** The name of a file; other blobs have none. */
export function nameOf(file: Blob, fileName?: unknown): string {
  if (typeof fileName === 'string' && fileName) return fileName
  return 'name' in file && typeof file.name === 'string' && file.name ? file.name : 'recording'
}

async function attempt(service: Service, { url, ...request }: Request, signal?: AbortSignal): Promise<unknown> {
  try {
    const reply = await service.fetch(url, { ...request, redirect: 'error', ...(signal ? { signal } : {}) })
    if (!reply.ok) return await errorOf(reply)
    return await (reply.headers.get('content-type')?.startsWith('application/json') ? reply.json() : reply.text())
  } catch (cause) {
    signal?.throwIfAborted()
    return new DoslovnoError({ status: 0, code: 'network', message: 'The service does not answer', cause })
  }
}

const LONGEST_SECONDS = 60

/** Seconds to wait before a repeat; undefined if a repeat makes no sense or could do something twice. */
function secondsBefore({ status, code, retryAfter }: DoslovnoError, route: Route, tries: number): number | undefined {
  const isRepeatable = route.method !== 'POST' || route.isCreating === true
  const isPassing = status === 429 || (isRepeatable && (status === 503 || code === 'network' || code === 'keyInUse'))
  if (!isPassing || code === 'budgetSpent' || (retryAfter ?? 0) > LONGEST_SECONDS) return undefined
  return retryAfter ?? Math.min(0.5 * 2 ** tries, 8) * (0.5 + Math.random() / 2)
}

/** Waits, or throws the reason of an abort at once. */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason as Error)
    const stop = () => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
