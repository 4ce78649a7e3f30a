import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

import type { Multipart } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'

import { AppError } from '#platform/errors.ts'

import type { Incoming } from './stream.ts'

/** Overhead of a multipart body around its file. */
const ENVELOPE_BYTES = 10_000
const FIELD_BYTES = 50_000
/** The parser hands over what it has within milliseconds. */
const LAST_PART_MS = 500

export type IncomingForm = {
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
