import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'

import type { Actor } from '@doslovno/domain/access.ts'
import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import type { Context } from '#context.ts'
import { originalKey } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Kept } from '#platform/http/once.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { abortUpload } from './abort.ts'
import { keepUpload } from './keep.ts'
import { openUpload } from './open.ts'

/** An incoming file: `body` fails if the client disconnects, and is `truncated` if it exceeds the limit. */
export type Incoming = { fileName: string; contentType: string; body: Readable & { truncated?: boolean } }

type Steps = { check?: () => Promise<unknown>; kept?: Kept<ScriptRow> }

/**
 * Streams a file into storage and keeps it as a script; an aborted or oversized upload leaves nothing behind, nor does
 * one that `check` refuses, which runs once the file is stored.
 */
export async function streamUpload(
  ctx: Context,
  { userId }: Actor,
  incoming: Incoming,
  { check, kept }: Steps = {},
): Promise<ScriptRow> {
  const { fileName, contentType } = incoming
  const upload = await openUpload(ctx, { userId, source: 'stream', fileName, contentType, sizeBytes: null })
  try {
    const sizeBytes = await store(ctx, originalKey(upload.id), { ...incoming, contentType: upload.contentType })
    if (sizeBytes === 0) throw new AppError('noFile')
    await check?.()
    return await keepUpload(ctx, upload, sizeBytes, kept)
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

/** Overhead of a multipart body around its file. */
const ENVELOPE_BYTES = 10_000
const FIELD_BYTES = 50_000
/** The parser hands over what it has within milliseconds. */
const LAST_PART_MS = 500

type IncomingForm = {
  file: Incoming
  /** Every other field; ready once the file is read to its end. */
  fields: () => Promise<URLSearchParams>
}

/** Opens a multipart form with one file in the field `file`; other fields may come before and after it. */
export async function openForm(request: FastifyRequest, limitBytes: number): Promise<IncomingForm> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + ENVELOPE_BYTES) throw new AppError('fileTooBig')
  if (!request.isMultipart()) throw new AppError('noFile')
  const limits = { fileSize: limitBytes, files: 1, fields: 50, fieldSize: FIELD_BYTES }
  const nextPart = partsOf(request.parts({ limits }), request.raw)
  const fields = new URLSearchParams()
  const part = await readFields(nextPart, fields).catch((cause: unknown) => {
    throw new AppError('noFile', { cause }) // the parser rejects a malformed form with a bare Error
  })
  if (part?.type !== 'file' || part.fieldname !== 'file') throw new AppError('noFile')
  let rest: Promise<URLSearchParams> | undefined
  return {
    file: { fileName: part.filename, contentType: part.mimetype, body: part.file },
    fields: () => (rest ??= readRest(nextPart, fields)),
  }
}

type NextPart = () => Promise<Multipart | undefined>

/** The parser never settles on some malformed forms: soon after the end of the request there are no more parts. */
function partsOf(parts: AsyncIterableIterator<Multipart>, raw: IncomingMessage): NextPart {
  const ended = once(raw, 'end').catch(() => undefined)
  const nothing = async () => {
    await ended
    await wait(LAST_PART_MS, undefined, { ref: false })
    return undefined
  }
  const next = async () => {
    const { value, done } = await parts.next()
    return done ? undefined : value
  }
  return () => Promise.race([next(), nothing()])
}

/** Collects fields up to the next file; returns it. */
async function readFields(nextPart: NextPart, fields: URLSearchParams): Promise<Multipart | undefined> {
  const part = await nextPart()
  if (part?.type !== 'field') return part
  fields.append(part.fieldname, String(part.value))
  return readFields(nextPart, fields)
}

async function readRest(nextPart: NextPart, fields: URLSearchParams): Promise<URLSearchParams> {
  const second = await readFields(nextPart, fields).catch((cause: unknown) => {
    throw new AppError('invalidRequest', { cause })
  })
  if (second) throw new AppError('invalidRequest')
  return fields
}
