import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { BYTES_PER_SECOND, FRAME_BYTES, frameLevel } from '@doslovno/domain/media/levels.ts'

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

/** Loudness along the samples, read as a stream: a twelve-hour recording costs a few megabytes. */
export async function readLevels(path: string): Promise<{ levels: Float32Array; durationSeconds: number }> {
  const { size } = await stat(path)
  const levels = new Float32Array(Math.ceil(size / FRAME_BYTES))
  let frame = 0
  for await (const part of createReadStream(path, { highWaterMark: FRAME_BYTES * 64 }) as AsyncIterable<Buffer>) {
    for (let at = 0; at < part.length; at += FRAME_BYTES)
      levels[frame++] = frameLevel(samplesOf(part.subarray(at, at + FRAME_BYTES)))
  }
  return { levels, durationSeconds: size / BYTES_PER_SECOND }
}

export async function readHead(path: string, bytes: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** The machine is little-endian, as the samples are; a copy is needed only where they are not aligned. */
function samplesOf(bytes: Buffer): Int16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(bytes)
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length >> 1)
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
