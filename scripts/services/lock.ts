import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { dataDir } from '#scripts/settings.ts'

import { isRunning } from './daemons.ts'
import { waitUntil } from './wait.ts'

const file = resolve(dataDir, 'services.lock')

/** Allows one run at a time: two would create the same cluster twice. Ignores the lock of a dead process. */
export async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dataDir, { recursive: true })
  await waitUntil(`another run to release ${file}`, 600, tryLock)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function tryLock(): boolean {
  if (!isRunning({ name: 'services', pidFile: file, marker: 'scripts/' })) rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
