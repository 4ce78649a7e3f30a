import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

import { makeTemporary, sweepFolders } from '#platform/process/own-folder.ts'

/** A part of a stream, kept on disk: many slow streams at once must not fill the memory. */
export type Spooled = { path: string; bytes: number; isLast: boolean }

const SPOOL_PREFIX = 'doslovno-part-'

/** Removes the parts that killed processes left on disk. */
export function sweepSpooled(): Promise<void> {
  return sweepFolders(tmpdir(), SPOOL_PREFIX)
}

/** Cuts a stream into parts of `partBytes`, the last one shorter; each is on disk only while in use. */
export async function* spool(body: Readable, partBytes: number): AsyncGenerator<Spooled> {
  const folder = await makeTemporary(tmpdir(), SPOOL_PREFIX)
  const path = join(folder, 'part')
  const chunks: AsyncIterator<Buffer> = body[Symbol.asyncIterator]()
  let part: Written = { bytes: partBytes, rest: undefined }
  try {
    while (part.bytes === partBytes) {
      part = await writePart(path, chunks, part.rest, partBytes)
      yield { path, bytes: part.bytes, isLast: part.bytes < partBytes }
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type Written = { bytes: number; rest: Buffer | undefined }

/** Fills one file; returns the bytes that did not fit, which begin the next. */
async function writePart(
  path: string,
  chunks: AsyncIterator<Buffer>,
  first: Buffer | undefined,
  partBytes: number,
): Promise<Written> {
  const file = await open(path, 'w')
  let bytes = 0
  let rest = first
  try {
    while (bytes < partBytes) {
      const chunk = rest ?? (await nextOf(chunks))
      if (!chunk) break
      const taken = chunk.subarray(0, partBytes - bytes)
      rest = taken.length < chunk.length ? chunk.subarray(taken.length) : undefined
      bytes += taken.length
      await file.writeFile(taken)
    }
  } finally {
    await file.close()
  }
  return { bytes, rest }
}

async function nextOf(chunks: AsyncIterator<Buffer>): Promise<Buffer | undefined> {
  const { done, value } = await chunks.next()
  return done ? undefined : value
}
