import { cutAtSilences } from '@doslovno/domain/media/chunks.ts'
import { FRAME_SECONDS } from '@doslovno/domain/media/levels.ts'
import { peaksOf } from '@doslovno/domain/media/peaks.ts'
import { LONGEST_RECORDING_SECONDS } from '@doslovno/domain/upload/limits.ts'

import type { WorkerContext } from '#context.ts'
import { reserveSeconds } from '#features/billing/index.ts'
import { originalKey, updateScript } from '#features/scripts/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'
import { save, withWorkFolder } from '#platform/work-folder.ts'

import { finish } from './jobs.ts'
import { samplesKey } from './keys.ts'
import { languageOf } from './language.ts'
import { planTasks } from './plan.ts'
import { isRunning } from './process-repo.ts'
import { readLevels } from './samples.ts'
import { startRecognising, workRates } from './task-repo.ts'

const PEAKS = 1200

/** From an uploaded file to pieces of work. Run again after a crash, it starts over and harms nothing. */
export async function prepareProcess(
  ctx: WorkerContext,
  process: ProcessRow,
  task: TaskRow,
  signal: AbortSignal,
): Promise<void> {
  await withWorkFolder(ctx.config.workDir, async (folder) => {
    const original = await save(await ctx.storage.read(originalKey(process.scriptId), signal), folder, signal)
    const { kind } = await ctx.media.probe(original, signal)
    const samples = await ctx.media.decode(original, folder, LONGEST_RECORDING_SECONDS + 1, signal)
    const levels = await readLevels(samples)
    if (levels.durationSeconds > LONGEST_RECORDING_SECONDS) throw new AppError('recordingTooLong')
    const { durationSeconds } = levels
    await updateScript(ctx.db, process.scriptId, { kind, durationSeconds, inspectedAt: ctx.now() })
    const [language] = await Promise.all([
      languageOf(ctx, process, { path: samples, ...levels }, signal),
      ctx.storage.putFile(samplesKey(process.id), samples, { contentType: 'audio/L16', signal }),
    ])
    const isHanded = await hand(ctx, process, task, { language, ...levels })
    // Called off meanwhile, or another try was first: whoever goes on has the samples.
    if (!isHanded && !(await isRunning(ctx.db, process.id))) await ctx.storage.remove(samplesKey(process.id))
  })
}

type Found = { language: string; levels: Float32Array; durationSeconds: number }

/** One transaction: the seconds held, what was found, and the pieces of work. */
async function hand(ctx: WorkerContext, process: ProcessRow, task: TaskRow, found: Found): Promise<boolean> {
  const { language, levels, durationSeconds } = found
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    const seconds = await holdSeconds(tx, process, durationSeconds, now)
    const heard = levels.subarray(0, Math.ceil(seconds / FRAME_SECONDS))
    const chunks = cutAtSilences(heard, FRAME_SECONDS, seconds)
    const tasks = planTasks(chunks, process.speakersCount, await workRates(tx))
    if (!(await startRecognising(tx, task, { language, tasks, durationSeconds: seconds, now }))) return false
    await updateScript(tx, process.scriptId, {
      language,
      peaks: peaksOf(levels, PEAKS),
      processedSeconds: seconds < durationSeconds ? seconds : null,
    })
    if (tasks.length === 0) await ctx.jobs.enqueue(tx, finish, [{ processId: process.id }])
    return true
  })
}

/** Holds the minutes of the whole recording, or of as much of its beginning as there are; answers how much. */
async function holdSeconds(tx: Tx, process: ProcessRow, durationSeconds: number, now: Date): Promise<number> {
  const seconds = Math.ceil(durationSeconds)
  if (seconds === 0) return 0
  const { id: processId, userId, isForced: force } = process
  const reserved = await reserveSeconds(tx, { userId, processId, seconds, force, now })
  return Math.min(reserved.seconds, durationSeconds)
}
