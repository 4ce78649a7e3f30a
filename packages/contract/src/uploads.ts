import * as z from 'zod/mini'

import type { Endpoint } from './endpoint.ts'
import { ScriptSummary } from './scripts.ts'

const UploadId = z.object({ id: z.uuid() })

/** A file on its way in, part by part, straight to object storage. */
export const Upload = z.object({
  id: z.string(),
  fileName: z.string(),
  size: z.number(),
  contentType: z.string(),
  /** Bytes of every part but the last. */
  partSize: z.int(),
  uploadedBytes: z.number(),
  createdAt: z.string(),
  /** What is not finished by then is gone. */
  expiresAt: z.string(),
})
export type Upload = z.infer<typeof Upload>

/** A part that has arrived; its hash lets the browser tell whether the file chosen to go on with is the same. */
export const UploadPart = z.object({ number: z.int(), size: z.number(), etag: z.string(), sha256: z.string() })
export type UploadPart = z.infer<typeof UploadPart>

export const createUpload = {
  method: 'POST',
  path: '/api/uploads',
  auth: 'user',
  body: z.strictObject({
    fileName: z.string().check(z.minLength(1), z.maxLength(1000)),
    contentType: z.string().check(z.maxLength(200)),
    size: z.int().check(z.gte(1)),
  }),
  reply: z.object({ upload: Upload }),
} as const satisfies Endpoint

/** Uploads that were begun and neither finished nor given up. */
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

/** An address to PUT exactly this part to, of exactly its length. */
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

/** Joins the parts; refused as long as one is missing. Asked again, it answers the same script. */
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
