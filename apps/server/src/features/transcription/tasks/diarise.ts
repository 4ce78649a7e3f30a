import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'

import type { Context, SpeechContext } from '#context.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'

import { findTask, type TaskKey } from './repo.ts'
import { keepFailed, keepResult } from './results.ts'
import { samplesOf } from './samples.ts'

/** Voices are compared by the threshold of the model that produced them, so the result carries it. */
export type DiariseResult = HeardWindow & { voicesThreshold: number }

/** Diarises one window. */
export async function diariseWindow(
  ctx: SpeechContext,
  process: ProcessRow,
  task: TaskRow,
  signal: AbortSignal,
): Promise<void> {
  const pcm = await samplesOf(ctx, task, signal)
  const turnsAndVoices = await ctx.speech.diarise(pcm, { speakers: process.speakersCount }, signal)
  const result: DiariseResult = { ...turnsAndVoices, voicesThreshold: ctx.speech.voicesThreshold }
  await keepResult(ctx, task, { state: 'done', result })
}

/** A failed window costs the speakers, not the text. */
export async function giveUpWindow(ctx: Context, key: TaskKey): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const task = await findTask(tx, key)
    if (task) await keepFailed(ctx, tx, task)
  })
}
