import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'

import type { FastifyInstance } from 'fastify'

/** Connections on which a streamed body is arriving: the time limit of a request does not apply to them. */
const streaming = new WeakSet<Socket>()

/** Exempts a request from the time limit; ends it if no byte comes for `idleMs`. */
export function allowSlowBody(raw: IncomingMessage, idleMs: number): void {
  const { socket } = raw
  streaming.add(socket)
  let seenBytes = socket.bytesRead
  const check = setInterval(() => {
    // Bytes that wait to be read mean that storage is slow, not the client.
    if (socket.bytesRead === seenBytes && raw.readableLength === 0 && !raw.complete) raw.destroy()
    seenBytes = socket.bytesRead
  }, idleMs).unref()
  raw.once('close', () => {
    clearInterval(check)
    streaming.delete(socket)
  })
}

const statuses: Record<string, number> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }

/** Answers a request that is malformed or too slow, and closes its connection. */
export function closeBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && streaming.has(socket)) return
  const status = statuses[error.code ?? ''] ?? 400
  if (socket.writable)
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  socket.destroy(error)
}

const LINGER_MS = 5000

/**
 * Discards the unread body of a refused upload for a few seconds, so that the client can read the response, then closes
 * the connection, which would otherwise stay open.
 */
export function dropUnreadBodies(app: FastifyInstance): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    raw.unpipe()
    raw.resume()
    const cut = setTimeout(() => raw.destroy(), LINGER_MS).unref()
    raw.once('close', () => clearTimeout(cut))
  })
}
