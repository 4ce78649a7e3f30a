import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'

import type { Certificate } from './certificate.ts'
import { rutubeReply, type Video } from './rutube.ts'

export type SitesSimulator = {
  port: number
  /** The host and path of every request, in order. */
  requests: readonly string[]
  close(): Promise<void>
}

/** Simulates Rutube and its media hosts on one local port; the caller maps the host names to it. */
export async function startSitesSimulator(
  videos: readonly Video[],
  { key, cert }: Certificate,
): Promise<SitesSimulator> {
  const requests: string[] = []
  const server = createServer({ key, cert }, (request, response) => {
    const host = request.headers.host ?? ''
    const path = new URL(request.url ?? '/', 'https://localhost').pathname
    requests.push(`${host}${path}`)
    const { status, type, body } = rutubeReply(videos, host, path)
    response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) })
    response.end(request.method === 'HEAD' ? undefined : body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    // A server listening on a host and port always has an address of this shape.
    port: (server.address() as AddressInfo).port,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
