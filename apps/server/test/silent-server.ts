import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

export type SilentServer = { url: string; connections(): number; close(): Promise<void> }

/** Accepts connections and sends `beginning`, or nothing; then it is silent. */
export async function startSilentServer(beginning = ''): Promise<SilentServer> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => undefined).resume()
    if (beginning) socket.once('data', () => socket.write(beginning))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('No port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    connections: () => sockets.length,
    close: async () => {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
