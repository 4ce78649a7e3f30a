import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { isWorthReading } from '@doslovno/domain/script/unheard.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { WorkerContext } from '#context.ts'
import type { AppError } from '#platform/errors.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'
import { audioSeconds } from '#platform/telemetry.ts'

import { giveUpProcess } from './give-up.ts'
import { lockRunning } from './process-repo.ts'
import { keepFailed, keepResult } from './results.ts'
import { samplesOf } from './samples.ts'
import { findTask, type TaskKey, unheardOf } from './task-repo.ts'

/** Recognises one chunk. */
export async function recogniseChunk(
  ctx: WorkerContext,
  process: ProcessRow,
  task: TaskRow,
  signal: AbortSignal,
): Promise<void> {
  const pcm = await samplesOf(ctx, task, signal)
  const words = await ctx.speech.recognise(pcm, { language: process.language, isNoisy: process.badQuality }, signal)
  const placed = words.map((word): Word => ({
    ...word,
    start: shifted(word.start, task.startSeconds),
    end: shifted(word.end, task.startSeconds),
  }))
  await keepResult(ctx, task, { state: 'done', result: placed })
  audioSeconds.inc({ model: ctx.speech.modelFor(process.language) }, pcm.length / BYTES_PER_SECOND)
}

/** A chunk nobody could recognise leaves a hole in the text; too many of them, and there is no text. */
export async function giveUpChunk(ctx: WorkerContext, key: TaskKey, failure: AppError): Promise<void> {
  const isText = await ctx.db.transaction().execute(async (tx) => {
    const process = await lockRunning(tx, key.processId)
    const task = await findTask(tx, key)
    if (!process || task?.state !== 'queued') return true
    const unheard = [...(await unheardOf(tx, process.id)), { start: task.startSeconds, end: task.endSeconds }]
    if (!isWorthReading(unheard, process.secondsTotal)) return false
    await keepFailed(ctx, tx, task)
    return true
  })
  if (!isText) await giveUpProcess(ctx, key.processId, failure)
}

function shifted(seconds: number, by: number): number {
  return Math.round((seconds + by) * 1000) / 1000
}
