import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

import { atEnd } from './ends.ts'
import { headersOf } from './processes.ts'

export type Ask = {
  method?: string
  path: string
  body?: object
  token?: string
  headers?: Readonly<Record<string, string>>
}

export type Answer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

export type Client = { ask(ask: Ask): Promise<Answer>; close(): void }

/** A plain client that keeps its connections: cheaper than `fetch`, and it counts the bytes of bodies as they come. */
export function createClient(port: number, { connections = Infinity, timeoutMs = 60_000 } = {}): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const close = () => agent.destroy()
  atEnd(close)
  const ask: Client['ask'] = async ({ method = 'GET', path, body, token, headers }) => {
    const all = { ...headersOf({ token, body }), ...headers }
    const sent = request({ host: '127.0.0.1', port, method, path, headers: all, agent, timeout: timeoutMs })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.end(body && JSON.stringify(body))
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) }
  }
  return { ask, close }
}

/** Throws unless the answer is one of those wanted. */
export function accept(answer: Answer, ...statuses: number[]): Answer {
  if (!statuses.includes(answer.status)) throw new Error(`${answer.status}: ${answer.body.toString()}`)
  return answer
}
