import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

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
