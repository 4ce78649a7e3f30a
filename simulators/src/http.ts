import type { IncomingHttpHeaders, ServerResponse } from 'node:http'

import * as z from 'zod'

/** A request, read whole. */
export type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingHttpHeaders
  body: Buffer<ArrayBuffer>
}
export type Reply = { status: number; headers: Record<string, string>; body: string | Buffer }
/** A reply, or what becomes of the connection instead: it breaks, waits, or is answered later. */
export type Answer = Reply | ((response: ServerResponse) => void | Promise<void>)
/** By "METHOD /path"; "ALL" stands for every method, "*" for the rest of a path. */
export type Routes = Record<string, (call: Call) => Answer | Promise<Answer>>

/** The body of a JSON request; undefined for another content type or broken JSON. */
export function jsonOf(call: Call): unknown {
  if (!isJson(call)) return undefined
  try {
    return JSON.parse(call.body.toString('utf8'))
  } catch {
    return undefined
  }
}

const isJson = ({ headers }: Call) => headers['content-type']?.startsWith('application/json') ?? false

/** The fields of a form; empty for another content type. */
export function formOf({ headers, body }: Call): URLSearchParams {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded')
  return new URLSearchParams(isForm ? body.toString('utf8') : '')
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

/** A page without scripts; forms lead to `formAction`, besides us. */
export const html = (status: number, body: string, formAction = ''): Reply => ({
  status,
  headers: {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': `default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; form-action 'self' ${formAction}`,
    'referrer-policy': 'no-referrer',
  },
  body,
})

export const redirect = (location: string, status: 302 | 303): Reply => ({ status, headers: { location }, body: '' })

/** An error as servers of OpenAI's protocol report it. */
export const refusal = (status: number, code: string, param: string | null = null): Reply =>
  json(status, { error: { message: `Refused: ${code}`, type: 'invalid_request_error', code, param } })

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', ...headers })
  response.end(body)
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Safe in the text of an element and in a quoted attribute. */
export const escape = (text: string) => text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)

type Work<Body> = (body: Body) => object | void | Promise<object | void>

/** A control of tests, below `/control/`. JSON only: a page of another site could post a form here. */
export function command<Body>(schema: z.ZodType<Body>, work: Work<Body>) {
  return async (call: Call): Promise<Reply> => {
    if (!isJson(call)) return json(415, { error: 'JSON is expected' })
    const body = schema.safeParse(jsonOf(call))
    return body.success ? json(200, (await work(body.data)) ?? {}) : json(400, { error: z.prettifyError(body.error) })
  }
}

/** A question or an action of a test, without a body. */
export const question =
  (work: () => object | void): Routes[string] =>
  () =>
    json(200, work() ?? {})
