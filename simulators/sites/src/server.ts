import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import type { Certificate } from './certificate.ts'
import { rutubeReply, type Video } from './rutube.ts'

export type SitesSimulator = {
  port: number
  /** What was asked for, as host and path, in order. */
  asked: readonly string[]
  close(): Promise<void>
}

/** Plays Rutube and the hosts its videos lie on, all on one port of this machine; who calls must map the names to it. */
export async function startSitesSimulator(
  videos: readonly Video[],
  { key, cert }: Certificate,
): Promise<SitesSimulator> {
  const asked: string[] = []
  const server = createServer({ key, cert }, (request, response) => {
    const host = request.headers.host ?? ''
    const path = new URL(request.url ?? '/', 'https://localhost').pathname
    asked.push(`${host}${path}`)
    const { status, type, body } = rutubeReply(videos, host, path)
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    response.end(request.method === 'HEAD' ? undefined : body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A server that listens on a host and a port always has an address of this shape.
    port: (server.address() as AddressInfo).port,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
