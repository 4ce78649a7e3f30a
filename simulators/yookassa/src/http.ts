import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** A request, read whole. */
export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: string
}
export type Reply = { status: number; headers: Record<string, string>; body: string }

const LONGEST_BODY = 256 * 1024

export async function readRequest(request: IncomingMessage): Promise<Call> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const { method = 'GET', headers } = request
  let body = ''
  for await (const text of request.setEncoding('utf8')) {
    body += String(text)
    if (body.length > LONGEST_BODY) throw new Error('The body is too long')
  }
  return { method, path: pathname, query: searchParams, headers, body }
}

/** The body of a JSON request; undefined for another content type or broken JSON. */
export function jsonOf({ headers, body }: Call): unknown {
  // Another site's page could post a form here, but not JSON.
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** The fields of a form; empty for another content type. */
export function formOf({ headers, body }: Call): URLSearchParams {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return new URLSearchParams(isForm ? body : '')
}

export const json = (status: number, value: unknown): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

export const redirect = (location: string): Reply => ({ status: 303, headers: { location }, body: '' })

/** A page without scripts, whose forms lead to us or back to the shop. */
export const html = (status: number, body: string, returnUrl?: string): Reply => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${returnUrl ? new URL(returnUrl).origin : ''}`,
    'referrer-policy': 'no-referrer',
  },
  body,
})

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(body)
}
