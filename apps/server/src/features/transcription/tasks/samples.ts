import { createReadStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'

import { BYTES_PER_SECOND, FRAME_BYTES, frameLevel } from '@doslovno/domain/media/levels.ts'

import type { Context } from '#context.ts'
import { samplesKey } from '#features/transcription/keys.ts'
import type { TaskRow } from '#platform/tables.ts'

/** The samples of one task. */
export function samplesOf({ storage }: Context, task: TaskRow, signal: AbortSignal): Promise<Uint8Array> {
  const { processId, startSeconds, endSeconds } = task
  return storage.readRange(samplesKey(processId), byteAt(startSeconds), byteAt(endSeconds), signal)
}

/** Rounded to whole samples of two bytes. */
function byteAt(seconds: number): number {
  return Math.round((seconds * BYTES_PER_SECOND) / 2) * 2
}

/** Level of every frame. Reads a stream, so twelve hours cost a few megabytes of memory. */
export async function readLevels(path: string): Promise<{ levels: Float32Array; durationSeconds: number }> {
  const { size } = await stat(path)
  const levels = new Float32Array(Math.ceil(size / FRAME_BYTES))
  let frame = 0
  for await (const bytes of createReadStream(path, { highWaterMark: FRAME_BYTES * 64 }) as AsyncIterable<Buffer>) {
    for (let at = 0; at < bytes.length; at += FRAME_BYTES)
      levels[frame++] = frameLevel(numbersOf(bytes.subarray(at, at + FRAME_BYTES)))
  }
  return { levels, durationSeconds: size / BYTES_PER_SECOND }
}

export async function readBytes(path: string, from: number, bytes: number): Promise<Uint8Array> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/** Samples and machine are little-endian; unaligned bytes are copied first. */
function numbersOf(bytes: Buffer): Int16Array {
  const aligned = bytes.byteOffset % 2 === 0 ? bytes : Buffer.from(bytes)
  return new Int16Array(aligned.buffer, aligned.byteOffset, aligned.length >> 1)
}
