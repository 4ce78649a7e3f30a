import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '@doslovno/server/test/free-port.ts'

const MARK = 'DOSLOVNO_PROOF_SERVERS'

/**
 * Restarts the proof in a child process with its own PostgreSQL, S3, Redis and SMTP, on free ports and in a temporary folder, so that
 * it kills nobody else's. Returns true in the child, and false in the parent once the child has ended.
 */
export async function hasOwnServers(): Promise<boolean> {
  if (process.env[MARK]) return true
  // A short path outside any home: the server's user must reach it, and socket paths are limited.
  const folder = mkdtempSync('/tmp/proof-')
  const env = {
    ...process.env,
    [MARK]: 'yes',
    DOSLOVNO_DATA: join(folder, 'data'),
    POSTGRES_PORT: String(await freePort()),
    S3_PORT: String(await freePort()),
    S3_MON_PORT: String(await freePort()),
    REDIS_PORT: String(await freePort()),
    SMTP_PORT: String(await freePort()),
    MAIL_PAGE_PORT: String(await freePort()),
  }
  await once(spawn('chmod', ['755', folder]), 'exit')
  const child = spawn(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = Number(code ?? 1)
  return false
}
