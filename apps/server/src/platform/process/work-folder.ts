import { createWriteStream } from 'node:fs'
import { mkdtemp, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { OutOfResources, WrongLength } from '#platform/transient.ts'

import { makeTemporary, sweepFolders } from './own-folder.ts'

const PREFIX = 'worker-'

/** Runs `work` with a temporary folder, removed afterwards even on failure. */
export async function withWorkFolder<T>(workDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeTemporary(workDir, PREFIX)
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Removes what killed workers left behind. */
export function sweepWorkFolders(workDir: string): Promise<void> {
  return sweepFolders(workDir, PREFIX)
}

/** Stores an original; `bytes`: its size. A store that sends less without an error would cut the text short. */
export async function save(body: Readable, folder: string, signal: AbortSignal, bytes?: number): Promise<string> {
  const path = join(folder, 'original')
  const file = createWriteStream(path)
  await pipeline(body, file, { signal })
  if (bytes !== undefined && file.bytesWritten !== bytes) throw new WrongLength(file.bytesWritten, bytes)
  return path
}

/** A disk with less counts as full: a program that failed on it most likely failed for want of space. */
const SPARE_BYTES = 8_000_000

/** Throws a transient error if a folder has no room for so many bytes. */
export async function requireDisk(folder: string, bytes: number): Promise<void> {
  const free = await freeBytes(folder)
  if (free < bytes + SPARE_BYTES) throw new OutOfResources('ENOSPC', `${folder} has ${free} bytes free, needs ${bytes}`)
}

/** With less a worker takes no jobs: the smallest files would fill the disk. */
const FLOOR_BYTES = 64_000_000

/** Throws if a folder cannot be written to, or is nearly full. */
export async function requireSpace(folder: string): Promise<void> {
  const free = await freeBytes(folder)
  if (free < FLOOR_BYTES)
    throw new OutOfResources('ENOSPC', `${megabytes(free)} MB free, at least ${megabytes(FLOOR_BYTES)} MB needed`)
  const unwritable = await whyUnwritable(folder)
  if (unwritable) throw unwritable
}

const megabytes = (bytes: number) => Math.floor(bytes / 1_000_000)

/** Why nothing can be written to a folder; undefined if it can. The folder may hold anything: a symlink is no danger. */
export async function whyUnwritable(folder: string): Promise<Error | undefined> {
  try {
    await requireDisk(folder, 0)
    await writeInto(folder)
    return undefined
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}

const TEST_BYTES = 100_000

async function writeInto(folder: string): Promise<void> {
  const inside = await mkdtemp(join(folder, 'test-'))
  try {
    await writeFile(join(inside, 'test'), Buffer.alloc(TEST_BYTES))
  } finally {
    await rm(inside, { recursive: true })
  }
}

export async function isDiskFull(folder: string): Promise<boolean> {
  return (await freeBytes(folder)) < SPARE_BYTES
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
