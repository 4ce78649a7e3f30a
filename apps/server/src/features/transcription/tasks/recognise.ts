import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { isWorthReading } from '@doslovno/domain/process/unheard.ts'
import type { Span } from '@doslovno/domain/span.ts'

import type { Context, SpeechContext } from '#context.ts'
import { giveUpProcess } from '#features/transcription/give-up.ts'
import { lockRunning } from '#features/transcription/process-repo.ts'
import { rehearTerms } from '#features/transcription/vocabulary/rehear.ts'
import type { AppError } from '#platform/errors.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'
import { audioSeconds } from '#platform/telemetry.ts'

import { failedSpans, findTask, type TaskKey } from './repo.ts'
import { keepFailed, keepResult } from './results.ts'
import { samplesOf } from './samples.ts'

/** Recognises one chunk. */
export async function recogniseChunk(
  ctx: SpeechContext,
  process: ProcessRow,
  task: TaskRow,
  signal: AbortSignal,
): Promise<void> {
  const pcm = await samplesOf(ctx, task, signal)
  const heard = await ctx.speech.recognise(pcm, { language: process.language, isNoisy: process.badQuality }, signal)
  const words = await rehearTerms(ctx, process, { pcm, words: heard.words }, signal)
  const placed = <T extends Span>(span: T) => ({
    ...span,
    start: shifted(span.start, task.startSeconds),
    end: shifted(span.end, task.startSeconds),
  })
  await keepResult(ctx, task, { state: 'done', result: words.map(placed), unheard: heard.unheard.map(placed) })
  audioSeconds.inc({ model: ctx.speech.modelFor(process.language) }, pcm.length / BYTES_PER_SECOND)
}

/** A chunk that cannot be recognised leaves a gap in the text; too many gaps fail the process. */
export async function giveUpChunk(ctx: Context, key: TaskKey, failure: AppError): Promise<void> {
  const isTolerable = await ctx.db.transaction().execute(async (tx) => {
    const process = await lockRunning(tx, key.processId)
    const task = await findTask(tx, key)
    if (!process || task?.state !== 'queued') return true
    const unheard = [...(await failedSpans(tx, process.id)), { start: task.startSeconds, end: task.endSeconds }]
    if (!isWorthReading(unheard, process.secondsTotal)) return false
    await keepFailed(ctx, tx, task)
    return true
  })
  if (!isTolerable) await giveUpProcess(ctx, key.processId, failure)
}

function shifted(seconds: number, by: number): number {
  return Math.round((seconds + by) * 1000) / 1000
}
