import { getScript, listScripts, uploadScript } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import type { FastifyRequest } from 'fastify'

import type { Context } from '#context.ts'
import { fileLimitBytes } from '#features/billing/index.ts'
import { AppError } from '#platform/errors.ts'
import type { Routes } from '#platform/route.ts'
import type { ScriptRow } from '#platform/tables.ts'

import { readableScript } from './access.ts'
import { originalKey } from './keys.ts'
import { countScripts, listScripts as listRows, listSegments } from './repo.ts'
import { type Incoming, uploadFile } from './upload.ts'
import { scriptView, summaryView } from './view.ts'

/** Long enough to start playing, short enough to die soon after it leaks. */
const MEDIA_URL_SECONDS = 3600
/** What a multipart body has around its file. */
const ENVELOPE_BYTES = 10_000

export function scriptRoutes(routes: Routes, ctx: Context): void {
  routes.add(listScripts, async ({ query }, viewer) => {
    const [rows, total] = await Promise.all([
      listRows(ctx.db, viewer.userId, query),
      countScripts(ctx.db, viewer.userId),
    ])
    return { data: rows.map((row) => summaryView(row, viewer.userId)), total }
  })

  routes.add(getScript, async ({ params }, viewer) => {
    const found = await readableScript(ctx.db, params.id, viewer?.userId)
    const segments = isCompleted(found.script.status) ? await listSegments(ctx.db, params.id) : []
    return scriptView({ ...found, segments, fileSrc: await mediaUrl(ctx, found.script) }, viewer?.userId)
  })

  routes.add(uploadScript, async (_input, viewer, request) => {
    const script = await uploadFile(
      ctx,
      viewer.userId,
      await incomingFile(request, await fileLimitBytes(ctx.db, viewer.userId)),
    )
    return { script: summaryView({ script, process: undefined }, viewer.userId) }
  })
}

async function incomingFile(request: FastifyRequest, limitBytes: number): Promise<Incoming> {
  if (Number(request.headers['content-length'] ?? 0) > limitBytes + ENVELOPE_BYTES) throw new AppError('fileTooBig')
  if (!request.isMultipart()) throw new AppError('noFile')
  const part = await request.file({ limits: { fileSize: limitBytes, files: 1, fields: 10 } })
  if (part?.fieldname !== 'file') throw new AppError('noFile')
  return { fileName: part.filename, contentType: part.mimetype, body: part.file }
}

function mediaUrl({ storage }: Context, { id, contentType }: ScriptRow): Promise<string> {
  return storage.signedUrl(originalKey(id), { seconds: MEDIA_URL_SECONDS, contentType })
}
