import { uploadScript } from '@doslovno/contract/scripts.ts'
import {
  abortUpload as abortEndpoint,
  completeUpload as completeEndpoint,
  createUpload,
  listUploadParts,
  listUploads,
  signUploadPart,
} from '@doslovno/contract/uploads.ts'
import type { FastifyRequest } from 'fastify'

import type { Context } from '#context.ts'
import { fileLimitBytes } from '#features/billing/index.ts'
import { summaryView } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Routes } from '#platform/route.ts'

import { abortUpload } from './abort.ts'
import { completeUpload } from './complete.ts'
import { openPartsUpload } from './open.ts'
import { isInParts, listParts, ownUpload, type PartsUpload, signPart, storedParts } from './parts.ts'
import { openUploadsOf } from './repo.ts'
import { type Incoming, streamUpload } from './stream.ts'
import { uploadView } from './view.ts'

/** What a multipart body has around its file. */
const ENVELOPE_BYTES = 10_000

export function uploadRoutes(routes: Routes, ctx: Context): void {
  routes.add(uploadScript, async (_input, { userId }, request) => {
    const incoming = await incomingFile(request, await fileLimitBytes(ctx.db, userId))
    const script = await streamUpload(ctx, userId, incoming)
    return { script: summaryView({ script, process: undefined }, userId) }
  })

  routes.add(createUpload, async ({ body: { fileName, contentType, size } }, { userId }) => {
    const upload = await openPartsUpload(ctx, userId, { fileName, contentType, sizeBytes: size })
    if (!isInParts(upload)) throw new Error('An upload in parts has no parts')
    return { upload: uploadView(upload, 0) }
  })

  routes.add(listUploads, async (_input, { userId }) => {
    const uploads = (await openUploadsOf(ctx.db, userId)).filter(isInParts)
    return { data: await Promise.all(uploads.map((upload) => withProgress(ctx, upload))) }
  })

  routes.add(listUploadParts, async ({ params }, { userId }) => ({
    data: await listParts(ctx, await ownUpload(ctx, params.id, userId)),
  }))

  routes.add(signUploadPart, async ({ params, body }, { userId }) => ({
    url: await signPart(ctx, await ownUpload(ctx, params.id, userId), body),
  }))

  routes.add(completeEndpoint, async ({ params }, { userId }) => {
    const script = await completeUpload(ctx, await ownUpload(ctx, params.id, userId))
    return { script: summaryView({ script, process: undefined }, userId) }
  })

  routes.add(abortEndpoint, async ({ params }, { userId }) => {
    await abortUpload(ctx, await ownUpload(ctx, params.id, userId))
    return {}
  })
}

async function withProgress(ctx: Context, upload: PartsUpload) {
  const parts = await storedParts(ctx, upload)
  return uploadView(
    upload,
    parts.reduce((sum, { size }) => sum + size, 0),
  )
}

async function incomingFile(request: FastifyRequest, limitBytes: number): Promise<Incoming> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + ENVELOPE_BYTES) throw new AppError('fileTooBig')
  if (!request.isMultipart()) throw new AppError('noFile')
  const part = await request.file({ limits: { fileSize: limitBytes, files: 1, fields: 10 } })
  if (part?.fieldname !== 'file') throw new AppError('noFile')
  return { fileName: part.filename, contentType: part.mimetype, body: part.file }
}
