import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A self-signed certificate of 127.0.0.1 that is valid for so many days from now; it expired with a negative number. */
export function certificateFor(days: number): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), 'certificate-'))
  const file = (name: string) => join(folder, name)
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  const names = ['-subj', '/CN=test', '-addext', 'subjectAltName=IP:127.0.0.1']
  openssl('req', ...curve, ...names, '-keyout', file('key'), '-out', file('request'))
  const signed = ['-req', '-in', file('request'), '-signkey', file('key'), '-copy_extensions', 'copyall']
  openssl('x509', ...signed, '-days', String(days), '-out', file('certificate'))
  const made = { key: readFileSync(file('key')), cert: readFileSync(file('certificate')) }
  rmSync(folder, { recursive: true })
  return made
}
