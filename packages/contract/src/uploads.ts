import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { ScriptSummary } from './scripts.ts'

const UploadId = z.object({ id: z.uuid() })

/** A file sent in parts, straight to object storage. */
export const Upload = z.object({
  id: z.string(),
  fileName: z.string(),
  size: z.number(),
  contentType: z.string(),
  /** Bytes per part, except the last. */
  partSize: z.int(),
  uploadedBytes: z.number(),
  createdAt: z.string(),
  /** An unfinished upload is deleted then. */
  expiresAt: z.string(),
})
export type Upload = z.infer<typeof Upload>

/** A received part. When an upload is resumed, the browser checks the chosen file by the hash. */
export const UploadPart = z.object({ number: z.int(), size: z.number(), etag: z.string(), sha256: z.string() })
export type UploadPart = z.infer<typeof UploadPart>

export const createUpload = {
  method: 'POST',
  path: '/api/uploads',
  auth: 'user',
  switch: 'uploads',
  isCreating: true,
  body: z.strictObject({
    fileName: z.string().check(z.minLength(1), z.maxLength(1000)),
    contentType: z.string().check(z.maxLength(200)),
    size: z.int().check(z.gte(1)),
    /** The folder to put the file into. */
    folderId: z.optional(z.uuid()),
  }),
  reply: z.object({ upload: Upload }),
} as const satisfies Endpoint

/** Unfinished uploads. */
export const listUploads = {
  method: 'GET',
  path: '/api/uploads',
  auth: 'user',
  reply: z.object({ data: z.array(Upload) }),
} as const satisfies Endpoint

export const listUploadParts = {
  method: 'GET',
  path: '/api/uploads/:id/parts',
  auth: 'user',
  params: UploadId,
  reply: z.object({ data: z.array(UploadPart) }),
} as const satisfies Endpoint

/** A signed URL to PUT this part to, for exactly its length. */
export const signUploadPart = {
  method: 'POST',
  path: '/api/uploads/:id/parts',
  auth: 'user',
  isPolled: true,
  params: UploadId,
  body: z.strictObject({
    number: z.int().check(z.gte(1), z.lte(10_000)),
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
  reply: z.object({ url: z.string() }),
} as const satisfies Endpoint

/** Joins the parts; refused while one is missing. Idempotent: repeats return the same script. */
export const completeUpload = {
  method: 'POST',
  path: '/api/uploads/:id/complete',
  auth: 'user',
  params: UploadId,
  reply: z.object({ script: ScriptSummary }),
} as const satisfies Endpoint

export const abortUpload = {
  method: 'DELETE',
  path: '/api/uploads/:id',
  auth: 'user',
  params: UploadId,
  reply: z.object({}),
} as const satisfies Endpoint
