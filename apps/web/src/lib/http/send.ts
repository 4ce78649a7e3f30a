import type { Call, Endpoint, Reply } from '@doslovno/contract/endpoint.ts'

import { ApiError } from './api-error.ts'

/** Some milliseconds of work, also on a slow and busy machine. */
const PART_CHARS = 200_000

export type Fetch = (url: string, init: RequestInit) => Promise<Response>
export type SendOptions = { token?: string | undefined; signal?: AbortSignal | undefined }

/** Replies with their tags, by address: a poll of something unchanged gets no body, and keeps the object it had. */
const tagged = new Map<string, { tag: string; reply: unknown }>()
const MOST_TAGGED = 50

/** For when the user leaves. */
export function forgetReplies(): void {
  tagged.clear()
}

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Makes one call of the contract. Every failure but a cancelled call is an ApiError. */
export async function send<E extends Endpoint>(
  fetch: Fetch,
  endpoint: E,
  input: Call<E>,
  { token, signal }: SendOptions = {},
): Promise<Reply<E>> {
  const parts = input as Parts // every Call consists of these parts; E says which are present
  const url = addressOf(endpoint.path, parts)
  // A long text is fetched once and would fill the memory.
  const isRemembered = endpoint.isVersioned && !endpoint.isLong
  const known = isRemembered ? tagged.get(url) : undefined
  const response = await answerOf(fetch, url, {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
      ...(parts.body !== undefined && !token && { 'time-zone': ownTimeZone() }),
      ...(known && { 'if-none-match': known.tag }),
    },
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    ...(signal && { signal }),
  })
  if (response.status === 304 && known) return known.reply as Reply<E>
  if (endpoint.isDownload && response.ok) return (await bytesOf(response)) as Reply<E>
  const text = await response.text()
  const body = (endpoint.isLong && response.ok && (await parseInParts(text))) || parseBody(text)
  if (response.status >= 400) throw new ApiError(response.status, body)
  if (isRemembered) remember(url, response.headers.get('etag'), body)
  return body as Reply<E> // the server checks its replies against the same contract
}

/** Goes with calls that sign in, so that mails name the same days as the pages. */
function ownTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** A file that breaks off is no file. */
async function bytesOf(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await response.arrayBuffer())
  } catch (cause) {
    throw new ApiError(0, null, { cause })
  }
}

function remember(url: string, tag: string | null, reply: unknown) {
  tagged.delete(url)
  const [oldest] = tagged.keys()
  if (tagged.size >= MOST_TAGGED && oldest !== undefined) tagged.delete(oldest)
  if (tag) tagged.set(url, { tag, reply })
}

/** Parses JSON; returns the text as it is if a proxy answered with a page. */
export function parseBody(text: string): unknown {
  if (text === '') return null
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export function addressOf(path: string, { params = {}, query = {} }: Parts): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search === '' ? filled : `${filled}?${search}`
}

async function answerOf(fetch: Fetch, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (cause) {
    if (init.signal?.aborted) throw cause
    throw new ApiError(0, null, { cause })
  }
}

/**
 * Parses a long reply in parts, and lets the page live between them. Such a reply ends with a list whose items have a
 * line each; strings of JSON hold no line breaks, so lines are safe places to cut. Undefined for any other text.
 */
export async function parseInParts(text: string, partChars = PART_CHARS): Promise<object | undefined> {
  const list = text.indexOf('[\n')
  const end = text.length - '\n]}'.length
  if (text.length < partChars || list === -1 || !text.endsWith('\n]}')) return undefined
  const reply = JSON.parse(`${text.slice(0, list)}[]}`) as object
  const items = Object.values(reply).at(-1) as unknown[] // the list, which was cut out
  for (let from = list + 2; from < end;) {
    const cut = text.indexOf(',\n', from + partChars)
    const to = cut === -1 ? end : cut
    items.push(...(JSON.parse(`[${text.slice(from, to)}]`) as unknown[]))
    from = to + 2
    await nextTask()
  }
  return reply
}

/** A message, because timers of a hidden tab wait for a second. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}
