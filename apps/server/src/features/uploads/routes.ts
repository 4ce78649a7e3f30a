import { uploadScript } from '@doslovno/contract/scripts.ts'
import {
  abortUpload as abortEndpoint,
  completeUpload as completeEndpoint,
  createUpload,
  listUploadParts,
  listUploads,
  signUploadPart,
  type Upload,
} from '@doslovno/contract/uploads.ts'

import type { Context } from '#context.ts'
import { entitlementsFor } from '#features/billing/index.ts'
import { summaryView } from '#features/scripts/index.ts'
import type { Routes } from '#platform/http/route.ts'
import type { ScriptRow, UploadRow } from '#platform/tables.ts'

import { abortUpload } from './abort.ts'
import { openPartsUpload } from './open.ts'
import { completeUpload, isInParts, listParts, ownUpload, type PartsUpload, signPart, storedParts } from './parts.ts'
import { openUploadsOf } from './repo.ts'
import { openForm, streamUpload } from './stream.ts'

export function uploadRoutes(routes: Routes, ctx: Context): void {
  routes.add(uploadScript, async (_input, actor, request, keep) => {
    const { fileSizeBytes } = await entitlementsFor(ctx.db, actor.userId, ctx.now())
    const { file } = await openForm(request, fileSizeBytes)
    const view = (script: ScriptRow) => ({ script: summaryView(script, actor) })
    return view(await streamUpload(ctx, actor, file, { kept: (tx, script) => keep(tx, view(script)) }))
  })

  routes.add(createUpload, async ({ body: { size, ...file } }, actor, _request, keep) => {
    const view = (upload: UploadRow) => {
      if (!isInParts(upload)) throw new Error('An upload in parts has no parts')
      return { upload: uploadView(upload, 0) }
    }
    const wanted = { ...file, sizeBytes: size }
    return view(await openPartsUpload(ctx, actor, wanted, (tx, upload) => keep(tx, view(upload))))
  })

  routes.add(listUploads, async (_input, { userId }) => {
    const uploads = (await openUploadsOf(ctx.db, userId)).filter(isInParts)
    return { data: await Promise.all(uploads.map((upload) => withProgress(ctx, upload))) }
  })

  routes.add(listUploadParts, async ({ params }, actor) => ({
    data: await listParts(ctx, await ownUpload(ctx, params.id, actor, 'read')),
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

function uploadView(upload: PartsUpload, uploadedBytes: number): Upload {
  return {
    id: upload.id,
    fileName: upload.fileName,
    size: upload.sizeBytes,
    contentType: upload.contentType,
    partSize: upload.partSize,
    uploadedBytes,
    createdAt: upload.createdAt.toISOString(),
    expiresAt: upload.expiresAt.toISOString(),
  }
}
