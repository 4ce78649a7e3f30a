import type { WorkerContext } from '#context.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'

import { keepFailed, keepResult } from './results.ts'
import { samplesOf } from './samples.ts'
import { findTask, type TaskKey } from './task-repo.ts'

/** Tells apart who speaks within one window. */
export async function diariseWindow(
  ctx: WorkerContext,
  process: ProcessRow,
  task: TaskRow,
  signal: AbortSignal,
): Promise<void> {
  const pcm = await samplesOf(ctx, task, signal)
  const result = await ctx.speech.diarise(pcm, { speakers: process.speakersCount }, signal)
  await keepResult(ctx, task, { state: 'done', result })
}

/** A window nobody could make out leaves the text without its speakers, not the owner without the text. */
export async function giveUpWindow(ctx: WorkerContext, key: TaskKey): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const task = await findTask(tx, key)
    if (task) await keepFailed(ctx, tx, task)
  })
}
