import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import type { Upload, UploadPart } from '@doslovno/contract/uploads.ts'

import type { Connection } from '#lib/connection/connection.ts'
import { type Cause, withRetries } from '#lib/connection/with-retries.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { type Put, UploadError } from '#lib/http/put-bytes.ts'

import { isSameFile, partNumbers, readPart, sha256 } from './file-parts.ts'

/** Calls of the service and of its storage. */
export type PartsApi = {
  create: (file: File) => Promise<Upload>
  listParts: (uploadId: string) => Promise<UploadPart[]>
  signPart: (uploadId: string, part: { number: number; sha256: string }) => Promise<string>
  complete: (uploadId: string) => Promise<ScriptSummary>
  abort: (uploadId: string) => Promise<unknown>
  put: Put
}

/** An upload begun before. With `mustMatch` a different file is rejected. */
export type BegunUpload = { upload: Upload; mustMatch: boolean }

/** The chosen file is not the one the upload was begun with. */
export class OtherFile extends Error {
  constructor() {
    super('Another file was chosen')
    this.name = 'OtherFile'
  }
}

export type SendNews = {
  /** The file is being compared with what has arrived. */
  onCompare: () => void
  /** The upload that the file belongs to from now on. */
  onUpload: (upload: Upload) => void
  onProgress: (sentBytes: number) => void
  /** Bytes in flight are lost; `keptBytes` have arrived. */
  onLost: (cause: Cause, keptBytes: number) => void
}

type Sending = { api: PartsApi; connection: Connection; signal: AbortSignal; news: SendNews }

/**
 * Sends a file part by part, one at a time, so that a broken connection costs at most one part.
 * An upload begun before is resumed if the service still knows it.
 */
export async function sendFile(file: File, begun: BegunUpload | undefined, sending: Sending): Promise<ScriptSummary> {
  const { api, news } = sending
  const { upload, parts } = await begin(file, begun, sending)
  const arrived = new Set(parts.map(({ number }) => number))
  let kept = parts.reduce((sum, { size }) => sum + size, 0)
  news.onProgress(kept)

  for (const number of partNumbers(upload.size, upload.partSize)) {
    if (arrived.has(number)) continue
    kept += await sendPart({ file, upload, number, kept }, sending)
  }
  return persisted(sending, kept, () => api.complete(upload.id))
}

type Begun = { upload: Upload; parts: UploadPart[] }

async function begin(file: File, begun: BegunUpload | undefined, sending: Sending): Promise<Begun> {
  const known = begun && (await continued(file, begun, sending))
  return known ?? { upload: await created(file, sending), parts: [] }
}

/** Parts that have arrived before; undefined for a different file or a forgotten upload. */
async function continued(file: File, { upload, mustMatch }: BegunUpload, sending: Sending): Promise<Begun | undefined> {
  sending.news.onCompare()
  const parts = await arrivedParts(upload, sending)
  if (!parts) return undefined
  const isSame = await isSameFile(file, upload, parts)
  if (!isSame && mustMatch) throw new OtherFile()
  if (!isSame) return undefined
  sending.news.onUpload(upload)
  return { upload, parts }
}

async function arrivedParts(upload: Upload, sending: Sending): Promise<UploadPart[] | undefined> {
  try {
    return await persisted(sending, upload.uploadedBytes, () => sending.api.listParts(upload.id))
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

/** A call in flight cannot be cancelled, so an upload it creates is discarded at once. */
async function created(file: File, sending: Sending): Promise<Upload> {
  const { api, signal, news } = sending
  const upload = await persisted(sending, 0, () => api.create(file))
  if (signal.aborted) {
    await api.abort(upload.id).catch(() => undefined)
    throw new UploadError('aborted')
  }
  news.onUpload(upload)
  return upload
}

type Part = { file: File; upload: Upload; number: number; kept: number }

/** Sends one part; returns its length. */
async function sendPart({ file, upload, number, kept }: Part, sending: Sending): Promise<number> {
  const { api, signal, news } = sending
  const bytes = await readPart(file, upload.partSize, number)
  const hash = await sha256(bytes)
  await persisted(sending, kept, async (attempt) => {
    // An earlier attempt may have arrived though its answer was lost.
    if (attempt > 0 && (await hasArrived(api, upload.id, number, hash))) return
    const url = await api.signPart(upload.id, { number, sha256: hash })
    await api.put(url, bytes, { onProgress: (sent) => news.onProgress(kept + sent), signal })
  })
  news.onProgress(kept + bytes.byteLength)
  return bytes.byteLength
}

async function hasArrived(api: PartsApi, uploadId: string, number: number, hash: string): Promise<boolean> {
  const parts = await api.listParts(uploadId)
  return parts.some((part) => part.number === number && part.sha256 === hash)
}

function persisted<T>({ connection, signal, news }: Sending, kept: number, work: (attempt: number) => Promise<T>) {
  return withRetries(work, { connection, signal, onLost: (cause) => news.onLost(cause, kept) })
}
