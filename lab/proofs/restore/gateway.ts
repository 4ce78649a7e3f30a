import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '@doslovno/server/test/free-port.ts'

import { run } from '#scripts/services/commands.ts'
import { type Daemon, startDaemon, stopDaemon } from '#scripts/services/daemons.ts'
import { isListening, waitUntil } from '#scripts/services/wait.ts'
import { servers } from '#scripts/settings.ts'

/** TLS in front of the S3 gateway, with a certificate of its own. */
export type Gateway = { host: string; port: number; certificate: string; stop(): Promise<void> }

/** pgBackRest speaks to S3 over TLS only. */
export async function startGateway(folder: string): Promise<Gateway> {
  const port = await freePort()
  const [key, certificate, both, conf] = ['key.pem', 'crt.pem', 'both.pem', 'haproxy.cfg'].map((name) => join(folder, name)) as [string, string, string, string] // prettier-ignore
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', key, '-out', certificate]) // prettier-ignore
  await run('sh', ['-c', 'cat "$1" "$2" > "$3"', 'sh', certificate, key, both])
  writeFileSync(conf, config(port, both))
  const haproxy: Daemon = { name: 'haproxy', pidFile: join(folder, 'haproxy.pid'), marker: conf }
  startDaemon(haproxy, { args: ['-db', '-f', conf], logFile: join(folder, 'haproxy.log') })
  await waitUntil('HAProxy to listen', 20, () => isListening('127.0.0.1', port))
  return { host: 'localhost', port, certificate, stop: () => stopDaemon(haproxy) }
}

const config = (port: number, both: string) => `defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
frontend tls
  bind 127.0.0.1:${port} ssl crt ${both}
  default_backend s3
backend s3
  server gateway ${servers.s3.host}:${servers.s3.port}
`
