import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'

/** A request, read whole. */
export type Call = { method: string; path: string; headers: IncomingHttpHeaders; body: Buffer<ArrayBuffer> }
export type Reply = { status: number; headers: Record<string, string>; body: string }

/** OpenAI's own limit. */
const LONGEST_BODY = 25 * 1024 * 1024

export async function readRequest(request: IncomingMessage): Promise<Call> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const { method = 'GET', headers } = request
  const chunks: Buffer[] = []
  let sizeBytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > LONGEST_BODY) throw new Error('The body is too long')
    chunks.push(chunk)
  }
  return { method, path: pathname, headers, body: Buffer.concat(chunks) }
}

/** Another site's page could post a form here, but not JSON. */
export function jsonOf({ headers, body }: Call): unknown {
  if (!headers['content-type']?.startsWith('application/json')) return undefined
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return undefined
  }
}

export const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(value),
})

/** An error as servers of this protocol report it. */
export const refusal = (status: number, code: string): Reply =>
  json(status, { error: { message: `Refused: ${code}`, type: 'invalid_request_error', code, param: null } })

export function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  response.end(body)
}
