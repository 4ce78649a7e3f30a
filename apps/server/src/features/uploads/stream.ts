import type { Readable } from 'node:stream'

import type { Actor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { abortUpload } from './abort.ts'
import { keepUpload } from './keep.ts'
import { openUpload } from './open.ts'

/** An incoming file: `body` fails if the client disconnects, and is `truncated` if it exceeds the limit. */
export type Incoming = { fileName: string; contentType: string; body: Readable & { truncated?: boolean } }

/**
 * Streams a file into storage and keeps it as a script; an aborted or oversized upload leaves nothing behind, nor does
 * one that `check` refuses, which runs once the file is stored.
 */
export async function streamUpload(
  ctx: Context,
  { userId }: Actor,
  incoming: Incoming,
  check?: () => Promise<unknown>,
): Promise<ScriptRow> {
  const { fileName, contentType } = incoming
  const upload = await openUpload(ctx, { userId, source: 'stream', fileName, contentType, sizeBytes: null })
  try {
    const sizeBytes = await store(ctx, originalKey(upload.id), { ...incoming, contentType: upload.contentType })
    if (sizeBytes === 0) throw new AppError('noFile')
    await check?.()
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
  body.on('data', (chunk: Buffer) => (sizeBytes += chunk.length))
  // The listener above must not start the flow before storage reads the stream.
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
