import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

const TICK_MS = 50
/** Bytes per second of a held connection: slow enough that nothing more arrives. */
const HELD = 1000

/** Starts a proxy that simulates a bad connection (slow, held or cut) and counts the bytes of parts that arrive. */
export async function startSlowProxy() {
  let isCut = false
  /** Bytes of every PUT, including broken ones. */
  const puts: number[] = []
  const { delay, setSpeed, holdAt } = createThrottle()

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
        await delay({ put, received, bytes: chunk.length })
      }
      if (!upstream.write(chunk)) await once(upstream, 'drain')
    }
    upstream.end()
  }

  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // an object for TCP
    setSpeed,
    holdAt,
    cut: () => {
      isCut = true
      server.closeAllConnections()
    },
    restore: () => {
      isCut = false
    },
    puts,
    received: () => puts.reduce((sum, bytes) => sum + bytes, 0),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function createThrottle() {
  let bytesPerSecond = Infinity
  let debtMs = 0
  let hold: { put: number; bytes: number; reached: () => void } | undefined
  return {
    setSpeed: (next: number) => {
      bytesPerSecond = next
      debtMs = 0
    },
    /** Holds the connection, and resolves, once this PUT (counted from 1) or a later one has received `bytes`. */
    holdAt: (put: number, bytes: number) =>
      new Promise<void>((reached) => {
        hold = { put, bytes, reached }
      }),
    /** Delays a chunk by its transfer time at the current speed. */
    delay: async (chunk: { put: number; received: number; bytes: number }): Promise<void> => {
      if (hold && chunk.put >= hold.put && chunk.received >= hold.bytes) {
        bytesPerSecond = HELD
        hold.reached()
        hold = undefined
      }
      if (bytesPerSecond === Infinity) return
      debtMs += (chunk.bytes / bytesPerSecond) * 1000
      for (; debtMs > TICK_MS && bytesPerSecond !== Infinity; debtMs -= TICK_MS) await wait(TICK_MS)
    },
  }
}
