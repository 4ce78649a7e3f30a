import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

import { createStorage, type Storage } from '#adapters/storage/index.ts'
import type { Config } from '#platform/config.ts'
import { freePort } from '#test/free-port.ts'

export type InterruptedStorage = { storage: Storage; stop(): Promise<void>; start(): Promise<void> }

/** The real storage behind a port of its own, where connections are refused until `start` and again after `stop`. */
export async function interruptedStorage(config: Config['storage']): Promise<InterruptedStorage> {
  const target = new URL(config.endpoint)
  const port = await freePort()
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) sockets.add(socket.on('error', () => undefined))
    client.pipe(upstream).pipe(client)
  })
  return {
    storage: createStorage({ ...config, endpoint: `http://127.0.0.1:${port}` }),
    start: async () => {
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
