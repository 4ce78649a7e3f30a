import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Gives a folder that is gone afterwards, whatever happens inside. */
export async function withWorkFolder<T>(workDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(workDir, { recursive: true })
  const folder = await mkdtemp(join(workDir, `${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what workers that were killed left behind. */
export async function sweepWorkFolders(workDir: string): Promise<void> {
  const names = await readdir(workDir).catch(() => [])
  const orphans = names.filter((name) => isOrphan(name))
  await Promise.all(orphans.map((name) => rm(join(workDir, name), { recursive: true, force: true })))
}

export async function save(body: Readable, folder: string, signal: AbortSignal): Promise<string> {
  const path = join(folder, 'original')
  await pipeline(body, createWriteStream(path), { signal })
  return path
}

/** Folders of ours carry the id of their worker; anything else in there is not ours to touch. */
function isOrphan(name: string): boolean {
  const pid = /^(\d+)-\w{6}$/.exec(name)?.[1]
  return pid !== undefined && !isAlive(Number(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
