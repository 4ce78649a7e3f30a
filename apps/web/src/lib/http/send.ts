import type { Call, Endpoint, Reply } from '@doslovno/contract/endpoint.ts'

import { ApiError } from './api-error.ts'

export type Fetch = (url: string, init: RequestInit) => Promise<Response>
export type SendOptions = { token?: string | undefined; signal?: AbortSignal | undefined }

type Parts = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

/** Makes one call of the contract. Every failure but a cancelled call is an ApiError. */
export async function send<E extends Endpoint>(
  fetch: Fetch,
  endpoint: E,
  input: Call<E>,
  { token, signal }: SendOptions = {},
): Promise<Reply<E>> {
  const parts = input as Parts // every Call consists of these parts; E says which are present
  const response = await answerOf(fetch, addressOf(endpoint.path, parts), {
    method: endpoint.method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(parts.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(parts.body !== undefined && { body: JSON.stringify(parts.body) }),
    ...(signal && { signal }),
  })
  const body = parseBody(await response.text())
  if (response.status >= 400) throw new ApiError(response.status, body)
  return body as Reply<E> // the server checks its replies against the same contract
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
