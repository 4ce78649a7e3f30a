import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import type { WebhookMessage } from '@doslovno/contract/webhooks.ts'
import { Webhook } from 'standardwebhooks'

export type Received = { id: string; path: string; headers: IncomingHttpHeaders; body: string; message: WebhookMessage }

/** Somebody else's server that webhooks lead to. */
export type Receiver = {
  /** host:port, for LINK_ALLOW_PRIVATE. */
  host: string
  url: string
  received: Received[]
  /** How the next deliveries are answered; 204 unless told otherwise. */
  answer: (response: ServerResponse, received: Received) => void
  /** Checks the signature of a delivery as a customer would, and returns its body; throws if it is wrong. */
  verify(secret: string, received: Received | undefined): unknown
  /** Waits until so many deliveries have arrived. */
  waitFor(count: number): Promise<Received[]>
  close(): Promise<void>
}

const WAIT_MS = 300_000

export async function startReceiver(port = 0): Promise<Receiver> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString()
      const { headers, url: path = '' } = request
      const one = {
        id: String(headers['webhook-id']),
        path,
        headers,
        body,
        message: JSON.parse(body) as WebhookMessage,
      }
      receiver.received.push(one)
      receiver.answer(response, one)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const receiver: Receiver = {
    host,
    url: `http://${host}/hook`,
    received: [],
    answer: answerWith(204),
    verify: (secret, received) =>
      new Webhook(secret).verify(received?.body ?? '', (received?.headers ?? {}) as Record<string, string>),
    waitFor: async (count) => {
      for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; await wait(50))
        if (receiver.received.length >= count) return receiver.received
      throw new Error(`${receiver.received.length} of ${count} deliveries arrived`)
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return receiver
}

export function answerWith(status: number, headers = {}): Receiver['answer'] {
  return (response) => response.writeHead(status, headers).end()
}
