import { once } from 'node:events'
import { type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'

import type { Dial } from './dial.ts'

type Question = { url: URL; method?: 'GET' | 'POST'; headers: OutgoingHttpHeaders; body?: string; signal: AbortSignal }

/** Sends one request over a guarded connection of its own and returns the answer, redirects included. */
export async function ask(dial: Dial, { url, method = 'GET', headers, body, signal }: Question) {
  const socket = await dial.open(url, signal)
  const outgoing = request({
    createConnection: () => socket,
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host, connection: 'close' },
    signal,
  })
  // A failure after the response began surfaces on the response.
  outgoing.on('error', () => undefined).end(body)
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage]
  return response
}
