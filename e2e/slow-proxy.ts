import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy that simulates a bad connection (held or cut) and counts the bytes of parts that arrive. */
export async function startSlowProxy() {
  let isCut = false
  /** Bytes of every PUT, including broken ones. */
  const puts: number[] = []
  const { wait, holdAt, release } = createHold()

  const server = createServer((incoming, outgoing) => {
    if (isCut) return void incoming.socket.destroy()
    return void forward(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.on('connection', (socket) => {
    if (isCut) socket.destroy()
    socket.on('error', () => undefined)
  })

  async function forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method, headers, url = '' } = incoming
    const upstream = request(url, { method, headers })
    upstream.on('error', () => incoming.socket.destroy())
    upstream.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(outgoing)
    })
    incoming.once('aborted', () => upstream.destroy())
    const put = method === 'PUT' ? puts.push(0) : undefined
    for await (const chunk of incoming as AsyncIterable<Buffer>) {
      if (put !== undefined) {
        const received = (puts[put - 1] ?? 0) + chunk.length
        puts[put - 1] = received
        await wait(put, received)
      }
      if (!upstream.write(chunk)) await once(upstream, 'drain')
    }
    upstream.end()
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // an object for TCP
    holdAt,
    cut: () => {
      isCut = true
      server.closeAllConnections()
    },
    restore: () => {
      isCut = false
      release()
    },
    puts,
    received: () => puts.reduce((sum, bytes) => sum + bytes, 0),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function createHold() {
  let hold: { put: number; bytes: number; reached: () => void } | undefined
  let released = Promise.withResolvers<void>()
  return {
    /** Holds the connection, and resolves, once this PUT (counted from 1) or a later one has received `bytes`. */
    holdAt: (put: number, bytes: number) =>
      new Promise<void>((reached) => {
        hold = { put, bytes, reached }
      }),
    release: () => {
      released.resolve()
      released = Promise.withResolvers()
    },
    /** Waits for the release if the connection is held at these bytes. */
    wait: async (put: number, received: number): Promise<void> => {
      if (!hold || put < hold.put || received < hold.bytes) return
      hold.reached()
      hold = undefined
      await released.promise
    },
  }
}
