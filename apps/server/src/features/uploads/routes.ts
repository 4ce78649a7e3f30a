import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { setImmediate } from 'node:timers/promises'

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
import { entitlementsFor } from '#features/billing/index.ts'
import { summaryView } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Routes } from '#platform/http/route.ts'

import { abortUpload } from './abort.ts'
import { completeUpload } from './complete.ts'
import { openPartsUpload } from './open.ts'
import { isInParts, listParts, ownUpload, type PartsUpload, signPart, storedParts } from './parts.ts'
import { openUploadsOf } from './repo.ts'
import { type Incoming, streamUpload } from './stream.ts'
import { uploadView } from './view.ts'

/** Overhead of a multipart body around its file. */
const ENVELOPE_BYTES = 10_000

export function uploadRoutes(routes: Routes, ctx: Context): void {
  routes.add(uploadScript, async (_input, actor, request) => {
    const { fileSizeBytes } = await entitlementsFor(ctx.db, actor.userId, ctx.now())
    const incoming = await incomingFile(request, fileSizeBytes)
    const script = await streamUpload(ctx, actor, incoming)
    return { script: summaryView(script, actor) }
  })

  routes.add(createUpload, async ({ body: { fileName, contentType, size } }, actor) => {
    const upload = await openPartsUpload(ctx, actor, { fileName, contentType, sizeBytes: size })
    if (!isInParts(upload)) throw new Error('An upload in parts has no parts')
    return { upload: uploadView(upload, 0) }
  })

  routes.add(listUploads, async (_input, { userId }) => {
    const uploads = (await openUploadsOf(ctx.db, userId)).filter(isInParts)
    return { data: await Promise.all(uploads.map((upload) => withProgress(ctx, upload))) }
  })

  routes.add(listUploadParts, async ({ params }, actor) => ({
    data: await listParts(ctx, await ownUpload(ctx, params.id, actor)),
  }))

  routes.add(signUploadPart, async ({ params, body }, actor) => ({
    url: await signPart(ctx, await ownUpload(ctx, params.id, actor), body),
  }))

  routes.add(completeEndpoint, async ({ params }, actor) => {
    const script = await completeUpload(ctx, await ownUpload(ctx, params.id, actor))
    return { script: summaryView(script, actor) }
  })

  routes.add(abortEndpoint, async ({ params }, actor) => {
    await abortUpload(ctx, await ownUpload(ctx, params.id, actor))
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

/** The parser never settles on some malformed forms: without a file by the end of the request, there is none. */
async function endOf(raw: IncomingMessage): Promise<undefined> {
  await once(raw, 'end')
  await setImmediate()
}

async function incomingFile(request: FastifyRequest, limitBytes: number): Promise<Incoming> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + ENVELOPE_BYTES) throw new AppError('fileTooBig')
  if (!request.isMultipart()) throw new AppError('noFile')
  const limits = { fileSize: limitBytes, files: 1, fields: 10 }
  const part = await Promise.race([request.file({ limits }), endOf(request.raw)]).catch((cause: unknown) => {
    throw new AppError('noFile', { cause }) // the parser rejects a malformed form with a bare Error
  })
  if (part?.fieldname !== 'file') throw new AppError('noFile')
  return { fileName: part.filename, contentType: part.mimetype, body: part.file }
}
