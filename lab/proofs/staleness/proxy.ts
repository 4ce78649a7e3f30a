import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

import { atEnd } from '#lab/ends.ts'

export type PostgresProxy = {
  /** The address of the database behind the proxy. */
  url: string
  /** Bytes that clients have sent so far. */
  sentBytes(): number
  /** Keeps all connections open and forwards nothing, as a network that drops packets. */
  fallSilent(): void
  resume(): void
  /** Breaks all connections; new ones are accepted. */
  cut(): void
  /** From now on everything is forwarded but notifications. */
  withholdNotifications(): void
}

/** A proxy to the PostgreSQL of this address. */
export async function startProxy(databaseUrl: string): Promise<PostgresProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  let sentBytes = 0
  let isSilent = false
  let isWithholding = false

  const server = createServer((client) => {
    const database = connect({ host: target.hostname, port: Number(target.port) })
    const filter = createFilter(() => isWithholding)
    forward(client, database, (bytes) => {
      sentBytes += bytes.length
      return bytes
    })
    forward(database, client, filter)
  })
  const forward = (from: Socket, to: Socket, passed: (bytes: Buffer) => Buffer) => {
    sockets.add(from)
    from.setNoDelay(true)
    from.on('data', (bytes) => to.write(passed(bytes)))
    from.on('error', () => undefined)
    from.on('close', () => {
      sockets.delete(from)
      to.destroy()
    })
    if (isSilent) from.pause()
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}` // an object for TCP
  const cut = () => sockets.forEach((socket) => socket.destroy())
  atEnd(() => {
    server.close()
    cut()
  })
  return {
    url: url.href,
    sentBytes: () => sentBytes,
    fallSilent: () => {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    resume: () => {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    cut,
    withholdNotifications: () => {
      isWithholding = true
    },
  }
}

/** A message begins with its type and the length of the rest. */
const HEAD_BYTES = 5
const NOTIFICATION = 'A'.charCodeAt(0)

/** Passes on whole messages of the server, without notifications while they are withheld. */
function createFilter(isWithholding: () => boolean): (bytes: Buffer) => Buffer {
  let rest: Buffer = Buffer.alloc(0)
  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    const passed: Buffer[] = []
    while (rest.length >= HEAD_BYTES) {
      const size = 1 + rest.readUInt32BE(1)
      if (rest.length < size) break
      if (rest[0] !== NOTIFICATION || !isWithholding()) passed.push(rest.subarray(0, size))
      rest = rest.subarray(size)
    }
    return Buffer.concat(passed)
  }
}
