import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

import * as z from 'zod'

/** A request, read whole. */
export type Call = { method: string; path: string; headers: IncomingHttpHeaders; body: unknown }
export type Reply = { status: number; headers: Record<string, string>; body: string }
/** Handlers by "METHOD /path". */
export type Routes = Record<string, (call: Call) => Reply>

const LONGEST_BODY = 4 * 1024 * 1024

export async function readRequest(request: IncomingMessage): Promise<Call> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const { method = 'GET', headers } = request
  let body = ''
  for await (const text of request.setEncoding('utf8')) {
    body += String(text)
    if (body.length > LONGEST_BODY) throw new Error('The body is too long')
  }
  // Another site's page could post a form here, but not JSON.
  const isJson = headers['content-type']?.startsWith('application/json')
  return { method, path: pathname, headers, body: isJson ? parse(body) : undefined }
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

/** Answers a command of a test, or says what is wrong with it. */
export function handle<Command>({ body }: Call, schema: z.ZodType<Command>, work: (command: Command) => object): Reply {
  const command = schema.safeParse(body)
  return command.success ? json(200, work(command.data)) : json(400, { error: z.prettifyError(command.error) })
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

/** An error as servers of this protocol report it. */
export const refusal = (status: number, code: string, param: string | null = null): Reply =>
  json(status, { error: { message: `Refused: ${code}`, type: 'invalid_request_error', code, param } })

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(body)
}
