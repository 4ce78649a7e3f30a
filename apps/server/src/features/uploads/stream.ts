import type { Readable } from 'node:stream'

import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { abortUpload } from './abort.ts'
import { keepUpload } from './keep.ts'
import { openUpload } from './open.ts'

/** A file on its way in: `body` ends by an error when the sender goes away, and tells when it grew too big. */
export type Incoming = { fileName: string; contentType: string; body: Readable & { truncated?: boolean } }

/** Streams a file into storage and keeps it as a script; a broken or too big upload leaves nothing behind. */
export async function streamUpload(ctx: Context, userId: string, incoming: Incoming): Promise<ScriptRow> {
  const { fileName, contentType } = incoming
  const upload = await openUpload(ctx, { userId, source: 'stream', fileName, contentType, sizeBytes: null })
  try {
    const sizeBytes = await store(ctx, originalKey(upload.id), incoming)
    if (sizeBytes === 0) throw new AppError('noFile')
    return await keepUpload(ctx, upload, sizeBytes)
  } catch (error) {
    await abortUpload(ctx, upload)
    throw error
  }
}

async function store(ctx: Context, key: string, { body, contentType }: Incoming): Promise<number> {
  const tooBig = new AbortController()
  let sizeBytes = 0
  body.once('limit', () => tooBig.abort())
  body.on('data', (part: Buffer) => (sizeBytes += part.length))
  // The counter must not set the stream flowing before the storage reads it.
  body.pause()
  try {
    await ctx.storage.put(key, body, { contentType, signal: tooBig.signal })
  } catch (error) {
    if (tooBig.signal.aborted) throw new AppError('fileTooBig')
    if (body.errored) throw new AppError('uploadAborted', { cause: error })
    throw error
  }
  if (body.truncated) throw new AppError('fileTooBig')
  return sizeBytes
}
