import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

import type { Internet } from './internet.ts'

/** Public by its number; here it leads to this machine. */
export const PUBLIC = '93.184.216.34'

export type PlayedInternet = Internet & {
  /** Every name that was asked for, in order. */
  lookups: readonly string[]
  /** What a name is resolved to, answer after answer; the last one stays. */
  name(hostname: string, ...answers: readonly (readonly string[])[]): void
  /** Lets a public address and port lead to a port of this machine. */
  lead(address: string, port: number, toPort: number): void
}

/** The Internet without the Internet: names and public addresses that lead where a test says, and nowhere else. */
export function playInternet(certificates?: string): PlayedInternet {
  const names = new Map<string, (readonly string[])[]>()
  const ports = new Map<string, number>()
  const lookups: string[] = []
  return {
    lookups,
    name: (hostname, ...answers) => names.set(hostname, [...answers]),
    lead: (address, port, toPort) => ports.set(`${address}:${port}`, toPort),
    resolve: async (hostname) => {
      lookups.push(hostname)
      const answers = names.get(hostname) ?? []
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })
      return [...answer]
    },
    // What is not public goes where it says: a guard with a hole is to be caught by who is reached.
    route: ({ hostname, port }) =>
      hostname === PUBLIC ? { hostname: '127.0.0.1', port: ports.get(`${hostname}:${port}`) ?? 1 } : { hostname, port },
    ...(certificates && { certificates }),
  }
}

export type TestServer = {
  port: number
  /** How many connections there were: to be reached is enough to fail. */
  connections(): number
  close(): Promise<void>
}

/** A server on a free port of this machine, for IPv4 and IPv6. */
export async function serve(
  listener: RequestListener,
  certificate?: { key: Buffer; cert: Buffer },
): Promise<TestServer> {
  const server: Server = certificate ? createSecureServer(certificate, listener) : createServer(listener)
  let connections = 0
  const sockets = new Set<{ destroy(): unknown }>()
  server.on('connection', (socket) => {
    connections++
    sockets.add(socket.on('error', () => undefined))
  })
  server.listen(0, '::')
  await once(server, 'listening')
  return {
    // A server that listens on a host and a port always has an address of this shape.
    port: (server.address() as AddressInfo).port,
    connections: () => connections,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}
