import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

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

/** A key and its certificate; `file` is the certificate's path, for clients that trust it. */
export type Certificate = { key: Buffer; cert: Buffer; file: string }

/** Makes a self-signed certificate for the given hosts, valid for a day. */
export function makeCertificate(folder: string, hosts: readonly string[]): Certificate {
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')]
  const names = hosts.map((host) => `DNS:${host}`).join(',')
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const about = ['-subj', '/CN=simulator', '-addext', `subjectAltName=${names}`]
  execFileSync('openssl', ['req', ...kind, ...about, '-keyout', keyFile, '-out', file], { stdio: 'pipe' })
  return { key: readFileSync(keyFile), cert: readFileSync(file), file }
}
