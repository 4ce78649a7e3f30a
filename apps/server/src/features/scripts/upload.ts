import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'

import { cleanFileName, mediaKind } from '@doslovno/domain/upload/file-name.ts'

import type { Context } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import type { ScriptRow } from '#platform/tables.ts'
import { uploadBytes, uploadsAborted } from '#platform/telemetry.ts'

import { originalKey } from './keys.ts'
import { insertScript } from './repo.ts'

/** A file on its way in: `body` ends by an error when the sender goes away, and tells when it grew too big. */
export type Incoming = { fileName: string; contentType: string; body: Readable & { truncated?: boolean } }

/** Streams a file into storage and keeps it as a script; a broken or too big upload leaves nothing behind. */
export async function uploadFile(ctx: Context, userId: string, incoming: Incoming): Promise<ScriptRow> {
  const id = randomUUID()
  try {
    const sizeBytes = await store(ctx, originalKey(id), incoming)
    const { contentType } = incoming
    const script = {
      id,
      userId,
      fileName: cleanFileName(incoming.fileName),
      sizeBytes,
      kind: mediaKind(contentType),
      contentType,
    }
    const inserted = await insertScript(ctx.db, script)
    uploadBytes.inc(sizeBytes)
    return inserted
  } catch (error) {
    uploadsAborted.inc()
    await ctx.storage
      .remove(originalKey(id))
      .catch((cause: unknown) => ctx.log.warn({ err: cause }, 'half an upload stays'))
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
