import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'

import type { Internet } from '#adapters/download/address-rules.ts'

/** A public address, routed to this machine in tests. */
export const PUBLIC = '93.184.216.34'

export type FakeInternet = Internet & {
  /** Every name that was resolved, in order. */
  lookups: readonly string[]
  /** Successive answers for a name; the last one stays. */
  addName(hostname: string, ...answers: readonly (readonly string[])[]): void
  /** Routes a public address and port to a port of this machine. */
  addRoute(address: string, port: number, toPort: number): void
}

/** Resolves only the names and routes only the public addresses that a test adds. */
export function fakeInternet(certificates?: string): FakeInternet {
  const names = new Map<string, (readonly string[])[]>()
  const ports = new Map<string, number>()
  const lookups: string[] = []
  return {
    lookups,
    addName: (hostname, ...answers) => names.set(hostname, [...answers]),
    addRoute: (address, port, toPort) => ports.set(`${address}:${port}`, toPort),
    resolve: async (hostname) => {
      lookups.push(hostname)
      const answers = names.get(hostname) ?? []
      const answer = answers.length > 1 ? answers.shift() : answers[0]
      if (!answer) throw Object.assign(new Error('No such name'), { code: 'ENOTFOUND' })
      return [...answer]
    },
    // Other addresses are not rerouted, so that a hole in the address rules reaches a real canary.
    route: ({ hostname, port }) =>
      hostname === PUBLIC ? { hostname: '127.0.0.1', port: ports.get(`${hostname}:${port}`) ?? 1 } : { hostname, port },
    ...(certificates && { certificates }),
  }
}

export type TestServer = {
  port: number
  /** Connections so far: a canary fails its test by being reached at all. */
  connections(): number
  close(): Promise<void>
}

/** A server on a free port, over IPv4 and IPv6. */
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
