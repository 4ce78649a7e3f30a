import type { ErrorCode } from '@doslovno/domain/errors.ts'
import type { Span } from '@doslovno/domain/media/pieces.ts'
import { completedStatus } from '@doslovno/domain/script/status.ts'
import { joinUnheard, secondsOf } from '@doslovno/domain/script/unheard.ts'
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
import { resultsOf, unheardOf, wordsFrom } from './task-repo.ts'

/** Who speaks where nobody else was told apart. */
const ONLY_SPEAKER = 0

/** Joins what was heard into the text; the samples are not needed any more. */
export async function finishProcess(ctx: WorkerContext, processId: string): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (!process) return
  const { scriptId, userId, secondsTotal } = process
  await ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const { segments, hasSpeakers } = await joined(tx, process, ctx.speech.voicesThreshold)
    const unheard = joinUnheard(await unheardOf(tx, processId))
    const warning = warningFor(unheard, hasSpeakers)
    if (!(await completeProcess(tx, processId, now, warning))) return
    await settleSeconds(tx, processId, Math.ceil(secondsTotal - secondsOf(unheard)), now)
    await saveTranscript(tx, { id: scriptId, userId }, segments)
    await updateScript(tx, scriptId, { status: completedStatus(warning), failureCode: null, unheard })
    await ctx.jobs.enqueue(tx, playback, [{ scriptId }])
    await ctx.jobs.enqueue(tx, notify, [{ scriptId }])
  })
  await ctx.storage.remove(samplesKey(processId))
}

/** What the owner should know of a text: that a part of it is missing weighs more than whose words they are. */
function warningFor(unheard: readonly Span[], hasSpeakers: boolean): ErrorCode | null {
  if (unheard.length > 0) return 'partUnheard'
  return hasSpeakers ? null : 'speakersFailed'
}

/** Words of all chunks, each with its speaker, unless a window could not be made out. */
async function joined(
  tx: Db,
  process: ProcessRow,
  threshold: number,
): Promise<{ segments: Segment[]; hasSpeakers: boolean }> {
  const words = (await wordsFrom(tx, process.id, 0)).flatMap((chunk) => chunk.words)
  const windows = await resultsOf(tx, process.id, 'diarise')
  const heard = windows.flatMap(({ state, startSeconds, result }) =>
    state === 'done' ? [{ ...(result as HeardWindow), startSeconds }] : [],
  )
  const hasSpeakers = heard.length === windows.length
  if (heard.length === 0) return { segments: toSegments(words, ONLY_SPEAKER), hasSpeakers }
  const turns = joinWindows(heard, { threshold, speakers: process.speakersCount })
  return { segments: toSegments(words, assignWords(words, turns)), hasSpeakers }
}
