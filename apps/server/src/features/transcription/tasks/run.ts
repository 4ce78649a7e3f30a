import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import { isWorthReading } from '@doslovno/domain/process/unheard.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'

import { type Context, type SpeechContext, SpeechFailure, SpeechLost } from '#context.ts'
import { giveUpProcess } from '#features/transcription/give-up.ts'
import { finish } from '#features/transcription/jobs.ts'
import { findProcess, isRunning, lockRunning } from '#features/transcription/process-repo.ts'
import { type Outage, outageBehind } from '#platform/breakers/put-off.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'
import { audioSeconds } from '#platform/telemetry.ts'
import { isTransient } from '#platform/transient.ts'

import { prepareProcess } from './prepare.ts'
import { beginTask, countFailure, failedSpans, findTask, putOffTask, type TaskKey, finishTask } from './repo.ts'
import { samplesOf } from './samples.ts'

/** Recognises one chunk. */
async function recogniseChunk(
  ctx: SpeechContext,
  process: ProcessRow,
  task: TaskRow,
  signal: AbortSignal,
): Promise<void> {
  const pcm = await samplesOf(ctx, task, signal)
  const heard = await ctx.speech.recognise(pcm, { language: process.language, isNoisy: process.badQuality }, signal)
  const placed = <T extends Span>(span: T) => ({
    ...span,
    start: shifted(span.start, task.startSeconds),
    end: shifted(span.end, task.startSeconds),
  })
  await keepResult(ctx, task, { state: 'done', result: heard.words.map(placed), unheard: heard.unheard.map(placed) })
  audioSeconds.inc({ model: ctx.speech.modelFor(process.language) }, pcm.length / BYTES_PER_SECOND)
}

/** A chunk that cannot be recognised leaves a gap in the text; too many gaps fail the process. */
async function giveUpChunk(ctx: Context, key: TaskKey, failure: AppError): Promise<void> {
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

/** Failed attempts allowed per task. */
const MOST_FAILURES = 3
/** Attempts allowed to be lost to crashed workers or unreachable servers: a file that kills workers must end too. */
const MOST_LOST = 10
const CANCEL_CHECK_MS = 2000

type Work = (ctx: SpeechContext, process: ProcessRow, task: TaskRow, signal: AbortSignal) => Promise<void>

const work: Record<TaskKey['kind'], Work> = {
  prepare: prepareProcess,
  recognise: recogniseChunk,
  diarise: diariseWindow,
}

/** Runs a task, unless it is done already or its process has ended. */
export async function runTask(ctx: SpeechContext, key: TaskKey, signal: AbortSignal): Promise<void> {
  const task = await beginTask(ctx.db, key, ctx.now())
  const process = task && (await findProcess(ctx.db, key.processId))
  if (!process) return
  const watch = watchCancel(ctx, key.processId)
  try {
    if (task.attempts - 1 - task.failures - task.putOff > MOST_LOST) throw new AppError('processingFailed')
    await work[task.kind](ctx, process, task, AbortSignal.any([signal, watch.signal]))
  } catch (error) {
    if (watch.signal.aborted) return
    if (error instanceof AppError || signal.aborted) throw error
    const outage = await outageOf(ctx, error, signal)
    if (outage) return putOff(ctx, task, { error, outage })
    if (isTransient(error) || error instanceof SpeechLost) throw error
    if ((await countFailure(ctx.db, key)) >= MOST_FAILURES) throw new AppError('processingFailed', { cause: error })
    throw error
  } finally {
    watch.stop()
  }
}

type Cause = { error: unknown; outage: Outage | 'speech' }

/** Finds the part at fault instead of the task: storage, this machine or the speech server. */
async function outageOf(ctx: SpeechContext, error: unknown, signal: AbortSignal): Promise<Cause['outage'] | undefined> {
  if (error instanceof SpeechFailure) return (await ctx.speech.isUp(signal)) ? undefined : 'speech'
  return outageBehind(error, ctx)
}

/** Costs no attempt: the task is ready again, and waits for storage, the speech server or another machine. */
async function putOff(ctx: SpeechContext, task: TaskRow, { error, outage }: Cause): Promise<void> {
  await ctx.db.transaction().execute((tx) => putOffTask(tx, task))
  ctx.log.warn({ err: error, processId: task.processId, kind: task.kind, outage }, 'task put off')
}

type GiveUp = (ctx: SpeechContext, key: TaskKey, failure: AppError) => Promise<void>

const giveUp: Record<TaskKey['kind'], GiveUp> = {
  prepare: (ctx, { processId }, failure) => giveUpProcess(ctx, processId, failure),
  recognise: giveUpChunk,
  diarise: giveUpWindow,
}

export function giveUpTask(ctx: SpeechContext, key: TaskKey, failure: AppError): Promise<void> {
  return giveUp[key.kind](ctx, key, failure)
}

/** Aborts when the process ends: its owner cancelled it, or another task failed permanently. */
function watchCancel(ctx: SpeechContext, processId: string) {
  const cancel = new AbortController()
  const check = async () => {
    if (!(await isRunning(ctx.db, processId))) cancel.abort()
  }
  // A failed query is ignored: the next one decides.
  const timer = setInterval(() => void check().catch(() => undefined), CANCEL_CHECK_MS)
  return { signal: cancel.signal, stop: () => clearInterval(timer) }
}

/** Voices are compared by the threshold of the model that produced them, so the result carries it. */
export type DiariseResult = HeardWindow & { voicesThreshold: number }

/** Diarises one window. */
async function diariseWindow(
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
async function giveUpWindow(ctx: Context, key: TaskKey): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const task = await findTask(tx, key)
    if (task) await keepFailed(ctx, tx, task)
  })
}

type Outcome = { state: 'done' | 'failed'; result: unknown; unheard?: readonly Span[] | undefined }

/** Stores the result of a task; the last task of a process enqueues `finish` in the same transaction. */
export async function keepResult(ctx: Context, task: TaskRow, outcome: Outcome): Promise<void> {
  await ctx.db.transaction().execute((tx) => keepIn(ctx, tx, { task, ...outcome }))
}

/** Ends a task without a result; the process continues. */
function keepFailed(ctx: Context, tx: Tx, task: TaskRow): Promise<void> {
  return keepIn(ctx, tx, { task, state: 'failed', result: null })
}

async function keepIn(ctx: Context, tx: Tx, { task, ...outcome }: Outcome & { task: TaskRow }): Promise<void> {
  const left = await finishTask(tx, task, { ...outcome, now: ctx.now() })
  if (left === 'last') await ctx.jobs.enqueue(tx, finish, [{ processId: task.processId }])
}
