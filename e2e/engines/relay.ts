import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

import { ports } from '#e2e/environment.ts'

/** Starts a second address of the stack that can be cut off: no engine can tell it from a lost connection. */
export async function startRelay() {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const upstream = connect(ports.api, '127.0.0.1')
    socket.pipe(upstream).pipe(socket)
    for (const [end, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(end)
      end.on('error', () => undefined)
      end.on('close', () => void (sockets.delete(end), other.destroy()))
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo // an object for TCP

  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets) socket.destroy()
    await closed
  }
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    restore: async () => void (await once(server.listen(port, '127.0.0.1'), 'listening')),
  }
}
