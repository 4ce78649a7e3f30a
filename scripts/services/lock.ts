import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { dataDir } from '#scripts/settings.ts'

import { isRunning } from './daemons.ts'
import { waitUntil } from './wait.ts'

const file = resolve(dataDir, 'services.lock')

/** One at a time: two runs would create the same cluster twice. A holder that died is no hindrance. */
export async function withLock<Result>(work: () => Promise<Result>): Promise<Result> {
  mkdirSync(dataDir, { recursive: true })
  await waitUntil(`the other run to let go of ${file}`, 600, takeLock)
  try {
    return await work()
  } finally {
    rmSync(file, { force: true })
  }
}

function takeLock(): boolean {
  if (!isRunning({ name: 'services', pidFile: file, marker: 'scripts/' })) rmSync(file, { force: true })
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx' })
    return true
  } catch {
    return false
  }
}
