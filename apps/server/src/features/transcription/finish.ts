import { assignWords } from '@doslovno/domain/speakers/assign-words.ts'
import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'
import { joinWindows } from '@doslovno/domain/speakers/join-windows.ts'
import { type Segment, toSegments } from '@doslovno/domain/transcript/segments.ts'

import type { WorkerContext } from '#context.ts'
import { settleSeconds } from '#features/billing/index.ts'
import { notify } from '#features/notifications/index.ts'
import { saveTranscript, updateScript } from '#features/scripts/index.ts'
import type { Db } from '#platform/db.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { playback } from './jobs.ts'
import { samplesKey } from './keys.ts'
import { completeProcess, findProcess } from './process-repo.ts'
import { resultsOf, wordsFrom } from './task-repo.ts'

/** Who speaks where nobody else was told apart. */
const ONLY_SPEAKER = 0

/** Joins what was heard into the text; the samples are not needed any more. */
export async function finishProcess(ctx: WorkerContext, processId: string): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (!process) return
  const { scriptId, userId, secondsTotal } = process
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const { segments, isWhole } = await joined(tx, process, ctx.speech.voicesThreshold)
    if (!(await completeProcess(tx, processId, now, isWhole ? null : 'speakersFailed'))) return
    await settleSeconds(tx, processId, Math.ceil(secondsTotal), now)
    await saveTranscript(tx, { id: scriptId, userId }, segments)
    await updateScript(tx, scriptId, { status: isWhole ? 'complete' : 'completeWithErrors', failureCode: null })
    await ctx.jobs.enqueue(tx, playback, [{ scriptId }])
    await ctx.jobs.enqueue(tx, notify, [{ scriptId }])
  })
  await ctx.storage.remove(samplesKey(processId))
}

/** Words of all chunks, each with its speaker; not whole where a window could not be made out. */
async function joined(
  tx: Db,
  process: ProcessRow,
  threshold: number,
): Promise<{ segments: Segment[]; isWhole: boolean }> {
  const words = (await wordsFrom(tx, process.id, 0)).flatMap((chunk) => chunk.words)
  const windows = await resultsOf(tx, process.id, 'diarise')
  const heard = windows.flatMap(({ state, startSeconds, result }) =>
    state === 'done' ? [{ ...(result as HeardWindow), startSeconds }] : [],
  )
  const isWhole = heard.length === windows.length
  if (heard.length === 0) return { segments: toSegments(words, ONLY_SPEAKER), isWhole }
  const turns = joinWindows(heard, { threshold, speakers: process.speakersCount })
  return { segments: toSegments(words, assignWords(words, turns)), isWhole }
}
