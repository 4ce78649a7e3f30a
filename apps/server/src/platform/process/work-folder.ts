import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { OutOfResources } from '#platform/transient.ts'

/** Runs `work` with a temporary folder, removed afterwards even on failure. */
export async function withWorkFolder<T>(workDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(workDir, { recursive: true })
  const folder = await mkdtemp(join(workDir, `${process.pid}-`))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes the folders that killed processes left behind. Call it before this process makes its first one. */
export async function sweepWorkFolders(workDir: string, prefix = ''): Promise<void> {
  const names = await readdir(workDir).catch(() => [])
  const orphans = names.filter((name) => name.startsWith(prefix) && isOrphan(name.slice(prefix.length)))
  await Promise.all(orphans.map((name) => rm(join(workDir, name), { recursive: true, force: true })))
}

export async function save(body: Readable, folder: string, signal: AbortSignal): Promise<string> {
  const path = join(folder, 'original')
  await pipeline(body, createWriteStream(path), { signal })
  return path
}

/** A disk with less counts as full: a program that failed on it most likely failed for want of space. */
const SPARE_BYTES = 8_000_000

/** Throws a transient error if a folder has no room for so many bytes. */
export async function requireDisk(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free < bytes + SPARE_BYTES) throw new OutOfResources('ENOSPC', `${folder} has ${free} bytes free, needs ${bytes}`)
}

export async function isDiskFull(folder: string): Promise<boolean> {
  return (await freeBytes(folder)) < SPARE_BYTES
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Our folders are named after their process id, which a restarted container may get again; leave others alone. */
function isOrphan(name: string): boolean {
  const pid = Number(/^(\d+)-\w{6}$/.exec(name)?.[1])
  return Number.isInteger(pid) && (pid === process.pid || !isAlive(pid))
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM' // a process of another user
  }
}
