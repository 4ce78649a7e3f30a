import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { freePort } from '@doslovno/server/test/free-port.ts'

import { type Daemon, pidOf } from '#scripts/services/daemons.ts'
import type { Service } from '#scripts/services/service.ts'
import { dataDir } from '#scripts/settings.ts'

import { atEnd } from './ends.ts'

const MARK = 'DOSLOVNO_PROOF_SERVERS'
const PORTS = ['POSTGRES_PORT', 'S3_PORT', 'S3_MON_PORT', 'REDIS_PORT', 'SMTP_PORT', 'MAIL_PAGE_PORT']

/**
 * Does the work in a child process with servers of its own, on free ports and in a temporary folder, so that it kills
 * nobody else's.
 */
export async function withOwnServers(services: readonly Service[], work: () => Promise<void>): Promise<void> {
  if (!process.env[MARK]) return restart()
  for (const service of services) {
    atEnd(() => service.stop())
    await service.start()
    await service.prepare?.()
  }
  await work()
}

async function restart(): Promise<void> {
  const folder = openFolder('proof-')
  const env: NodeJS.ProcessEnv = { ...process.env, [MARK]: 'yes', DOSLOVNO_DATA: join(folder, 'data') }
  for (const port of PORTS) env[port] = String(await freePort())
  const child = spawn(process.execPath, process.argv.slice(1), { env, stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  process.exitCode = Number(code ?? 1)
}

/** A short path outside any home: the user `postgres` must reach it, and socket paths are limited. */
export function openFolder(prefix: string, mode = 0o755): string {
  const folder = mkdtempSync(`/tmp/${prefix}`)
  chmodSync(folder, mode)
  // A server may still be writing its last file.
  atEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 500 }))
  return folder
}

/** The gateway of S3, without the rest of Ceph. */
export const gateway: Daemon = { name: 'radosgw', pidFile: resolve(dataDir, 's3/run/radosgw.pid'), marker: dataDir }

export function pidOfServer(daemon: Daemon): number {
  const pid = pidOf(daemon)
  if (!pid) throw new Error(`This proof has no ${daemon.name} of its own`)
  return pid
}

/** For so long its connections stay open, and nothing is answered. */
export async function freeze(daemon: Daemon, seconds: number): Promise<void> {
  const pid = pidOfServer(daemon)
  process.kill(pid, 'SIGSTOP')
  await wait(seconds * 1000).finally(() => process.kill(pid, 'SIGCONT'))
}
