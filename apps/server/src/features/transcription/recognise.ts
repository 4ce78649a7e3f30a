import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { WorkerContext } from '#context.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'
import { audioSeconds } from '#platform/telemetry.ts'

import { keepResult } from './results.ts'
import { samplesOf } from './samples.ts'

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

function shifted(seconds: number, by: number): number {
  return Math.round((seconds + by) * 1000) / 1000
}
