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
/** Handlers by "METHOD /path". */
export type Routes = Record<string, (call: Call) => Reply>

const LONGEST_BODY = 64 * 1024

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

export const redirect = (location: string): Reply => ({ status: 302, headers: { location }, body: '' })

// No script runs on these pages; a form may lead back to the app.
const policy = "default-src 'none'; style-src 'unsafe-inline'; form-action 'self' http://127.0.0.1:* http://localhost:*"

export const html = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  body,
})

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(body)
}
