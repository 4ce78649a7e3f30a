import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '@doslovno/server/test/free-port.ts'

const MARK = 'DOSLOVNO_PROOF_SERVERS'

/**
 * Runs a proof in a process whose PostgreSQL and S3 are its own, on free ports and in a folder of their own:
 * they will be killed, and nobody else's may be. Answers true in that process, false in the one that waited for it.
 */
export async function hasOwnServers(): Promise<boolean> {
  if (process.env[MARK]) return true
  // Short and outside of any home: the server's user must reach it, and sockets have short names.
  const folder = mkdtempSync('/tmp/proof-')
  const env = {
    ...process.env,
    [MARK]: 'yes',
    DOSLOVNO_DATA: join(folder, 'data'),
    POSTGRES_PORT: String(await freePort()),
    S3_PORT: String(await freePort()),
  }
  await once(spawn('chmod', ['755', folder]), 'exit')
  const child = spawn(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  rmSync(folder, { recursive: true, force: true })
  process.exitCode = Number(code ?? 1)
  return false
}
