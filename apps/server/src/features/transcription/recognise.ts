import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { WorkerContext } from '#context.ts'
import type { ChunkRow } from '#platform/tables.ts'
import { audioSeconds } from '#platform/telemetry.ts'

import { finish } from './jobs.ts'
import { samplesKey } from './keys.ts'
import { beginChunk, findProcess, finishChunk } from './repo.ts'

/** Recognises one chunk. A chunk that is done stays done, whoever asks again. */
export async function recogniseChunk(
  ctx: WorkerContext,
  processId: string,
  index: number,
  signal: AbortSignal,
): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (process?.status !== 'processing') return
  const chunk = await beginChunk(ctx.db, processId, index)
  if (!chunk) return
  const words = await heard(ctx, chunk, process.language, signal)
  await ctx.db.transaction().execute(async (tx) => {
    const left = await finishChunk(tx, chunk, words, ctx.now())
    if (left === 'last') await ctx.jobs.enqueue(tx, finish, [{ processId }])
  })
  audioSeconds.inc({ model: ctx.speech.model }, chunk.endSeconds - chunk.startSeconds)
}

async function heard(ctx: WorkerContext, chunk: ChunkRow, language: string, signal: AbortSignal): Promise<Word[]> {
  const { processId, startSeconds, endSeconds } = chunk
  const pcm = await ctx.storage.readRange(samplesKey(processId), byteAt(startSeconds), byteAt(endSeconds), signal)
  const words = await ctx.speech.recognise(pcm, language, signal)
  return words.map((word) => ({
    ...word,
    start: shifted(word.start, startSeconds),
    end: shifted(word.end, startSeconds),
  }))
}

/** Whole samples of two bytes. */
function byteAt(seconds: number): number {
  return Math.round((seconds * BYTES_PER_SECOND) / 2) * 2
}

function shifted(seconds: number, by: number): number {
  return Math.round((seconds + by) * 1000) / 1000
}
