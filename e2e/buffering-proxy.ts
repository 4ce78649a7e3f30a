import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { ports } from './environment.ts'

/** Starts a proxy to the stack that holds a stream of events back until it ends, and passes on everything else. */
export async function startBufferingProxy() {
  const server = createServer((incoming, outgoing) => {
    const { method, headers, url = '' } = incoming
    const upstream = request({ host: '127.0.0.1', port: ports.api, path: url, method, headers })
    upstream.on('response', (reply) => void pass(reply, outgoing).catch(() => outgoing.destroy()))
    upstream.on('error', () => outgoing.destroy())
    outgoing.on('close', () => upstream.destroy())
    incoming.pipe(upstream)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // an object for TCP
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function pass(reply: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const isHeld = reply.headers['content-type']?.startsWith('text/event-stream')
  const held = isHeld ? await reply.toArray() : undefined
  outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
  if (held) outgoing.end(Buffer.concat(held as Buffer[]))
  else reply.pipe(outgoing)
}
