import { setTimeout as wait } from 'node:timers/promises'

import { SCRIPT_HEADER, TranscriptionForm } from '@doslovno/contract/transcriptions.ts'
import type { Actor } from '@doslovno/domain/access.ts'
import { errorCode } from '@doslovno/domain/errors.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Context } from '#context.ts'
import { availableSecondsOf, entitlementsFor } from '#features/billing/index.ts'
import { scriptById } from '#features/scripts/index.ts'
import { findProcess, startProcess } from '#features/transcription/index.ts'
import { listSegments } from '#features/transcripts/index.ts'
import { openForm, streamUpload } from '#features/uploads/index.ts'
import { AppError } from '#platform/errors.ts'

import { render } from './view.ts'

const POLL_MS = 1000

type Exchange = {
  request: FastifyRequest
  response: FastifyReply
  /** Aborted when waiting makes no sense any more. */
  waiting: AbortSignal
}

/** Uploads the file, processes it and replies with its text. The script stays, as if it were uploaded on the page. */
export async function transcribe(ctx: Context, actor: Actor, { request, response, waiting }: Exchange) {
  await refuseWithoutMinutes(ctx, actor)
  const { fileSizeBytes } = await entitlementsFor(ctx.db, actor.userId, ctx.now())
  const { file, fields } = await openForm(request, fileSizeBytes)
  const readForm = async () => toForm(await fields())
  const { id } = await streamUpload(ctx, actor, file, { check: readForm })
  void response.header(SCRIPT_HEADER, id)
  const form = await readForm()
  await untilEnded(ctx, await start(ctx, actor, id, form.language), waiting)
  const [script, segments] = await Promise.all([scriptById(ctx.db, id), listSegments(ctx.db, id)])
  if (!script) throw new AppError('notFound')
  const { mediaType, body } = render(form, script, segments)
  return response.type(mediaType).send(body)
}

/** Before anything is uploaded; whether the minutes suffice is known once the recording is decoded. */
async function refuseWithoutMinutes({ db, now }: Context, { userId }: Actor): Promise<void> {
  if ((await availableSecondsOf(db, userId, now())) <= 0) throw new AppError('notEnoughMinutes')
}

/** The last value of a repeated field counts, except in the list. */
function toForm(fields: URLSearchParams): TranscriptionForm {
  const list = ['timestamp_granularities[]', 'timestamp_granularities'].flatMap((name) => fields.getAll(name))
  const timestamps = list.length > 0 ? list : undefined
  return TranscriptionForm.parse({ ...Object.fromEntries(fields), timestamp_granularities: timestamps })
}

function start(ctx: Context, actor: Actor, scriptId: string, language: string): Promise<string> {
  const options = { mediaType: 'other', speakersCount: -2, language, badQuality: false, templateId: null } as const
  return startProcess(ctx, actor, { scriptId, options, force: false, again: false })
}

/** Returns when the text is ready; throws why there is none. An abort ends only the waiting. */
async function untilEnded({ db }: Context, processId: string, waiting: AbortSignal): Promise<void> {
  for (;;) {
    const process = await findProcess(db, processId)
    if (!process) throw new AppError('notFound')
    if (process.status === 'complete') return
    if (process.status === 'error') throw new AppError(errorCode(process.errorCode ?? 'processingFailed'))
    if (waiting.aborted) throw new AppError('stillProcessing')
    await wait(POLL_MS, undefined, { signal: waiting }).catch(() => undefined) // looks once more, then gives up
  }
}
