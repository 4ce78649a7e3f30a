import { availableParallelism } from 'node:os'

import { cutAtSilences } from '@doslovno/domain/media/chunks.ts'
import { BYTES_PER_SECOND, FRAME_SECONDS, peaksOf } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { toWindows } from '@doslovno/domain/speakers/window-speakers.ts'
import { LONGEST_RECORDING_SECONDS } from '@doslovno/domain/upload/limits.ts'
import type { SpeakersCount } from '@doslovno/domain/upload/options.ts'

import type { SpeechContext } from '#context.ts'
import { availableSecondsOf, reserveSeconds } from '#features/billing/index.ts'
import { originalKey, probeScript, scriptById, updateScript } from '#features/scripts/index.ts'
import { finish } from '#features/transcription/jobs.ts'
import { samplesKey } from '#features/transcription/keys.ts'
import { isRunning } from '#features/transcription/process-repo.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import { Slots } from '#platform/limits/slots.ts'
import { requireDisk, save, withWorkFolder } from '#platform/process/work-folder.ts'
import type { ProcessRow, TaskRow } from '#platform/tables.ts'

import { endPreparation, type NewTask, startRecognising, type WorkRates, workRates } from './repo.ts'
import { readBytes, readLevels } from './samples.ts'

/** Long enough to identify the language, short enough not to delay the first text. */
const LISTEN_SECONDS = 30
/** Music or silence may come first, so several samples are tried. */
const SAMPLES = 5
/** The fallback: most of our recordings are Russian. */
const USUAL_LANGUAGE = 'ru'

type Samples = { path: string; levels: Float32Array; durationSeconds: number }

/** The chosen language, or the one identified in the first sample with speech. */
async function languageOf(
  ctx: SpeechContext,
  { language }: ProcessRow,
  samples: Samples,
  signal: AbortSignal,
): Promise<string> {
  if (language !== 'auto') return language
  for (const start of sampleStarts(samples)) {
    const pcm = await readBytes(samples.path, start * BYTES_PER_SECOND, LISTEN_SECONDS * BYTES_PER_SECOND)
    const identified = await ctx.speech.identifyLanguage(pcm, signal)
    if (identified) return identified
  }
  return USUAL_LANGUAGE
}

/** The beginning, then the loudest windows in chronological order. */
function sampleStarts({ levels, durationSeconds }: Samples): number[] {
  const windows = Array.from({ length: Math.max(1, Math.floor(durationSeconds / LISTEN_SECONDS)) }, (_, index) => index)
  const frames = Math.round(LISTEN_SECONDS / FRAME_SECONDS)
  const loudness = (index: number) =>
    levels.subarray(index * frames, (index + 1) * frames).reduce((sum, level) => sum + level, 0)
  const loudest = windows.slice(1).toSorted((a, b) => loudness(b) - loudness(a))
  const chosen = loudest.slice(0, SAMPLES - 1).toSorted((a, b) => a - b)
  return [0, ...chosen].map((index) => index * LISTEN_SECONDS)
}

const PEAKS = 1200

/** Decoding is this machine's own work, however many requests to a speech server are in flight. */
const preparing = new Slots(availableParallelism(), Infinity)

/** Decodes the recording and plans the tasks of the process. A retry starts over. */
export async function prepareProcess(
  ctx: SpeechContext,
  process: ProcessRow,
  task: TaskRow,
  signal: AbortSignal,
): Promise<void> {
  await preparing.use(() => prepare(ctx, process, task, signal))
}

async function prepare(ctx: SpeechContext, process: ProcessRow, task: TaskRow, signal: AbortSignal): Promise<void> {
  await withWorkFolder(ctx.config.workDir, async (folder) => {
    const { scriptId } = process
    const script = await scriptById(ctx.db, scriptId)
    const body = await ctx.storage.read(originalKey(scriptId), signal)
    const original = await save(body, folder, signal, script?.sizeBytes)
    // Processing may start before the inspection has run; otherwise the file has been probed already.
    const declared = script?.inspectedAt ? script.durationSeconds : await probeScript(ctx, scriptId, original, signal)
    const seconds = await secondsToDecode(ctx, process)
    await requireDisk(folder, Math.min(knownSeconds(declared), seconds) * BYTES_PER_SECOND)
    const samples = await ctx.media.decode(original, folder, { seconds }, signal)
    const heard = await readLevels(samples)
    if (heard.durationSeconds > LONGEST_RECORDING_SECONDS) throw new AppError('recordingTooLong')
    const isCut = heard.durationSeconds > seconds - FRAME_SECONDS
    const durationSeconds = Math.max(heard.durationSeconds, isCut ? knownSeconds(declared) : 0)
    await updateScript(ctx.db, scriptId, { durationSeconds })
    const [language] = await Promise.all([
      languageOf(ctx, process, { path: samples, ...heard }, signal),
      ctx.storage.putFile(samplesKey(process.id), samples, { contentType: 'audio/L16', signal }),
    ])
    const isPlanned = await planWork(ctx, process, task, { language, heard, durationSeconds })
    // If another attempt was faster, its tasks still need the samples; an ended process needs them no more.
    if (!isPlanned && !(await isRunning(ctx.db, process.id))) await ctx.storage.remove(samplesKey(process.id))
  })
}

/** No more than the balance covers of a forced process; any other is decoded whole, to hold its true length. */
async function secondsToDecode({ db, now }: SpeechContext, { userId, isForced }: ProcessRow): Promise<number> {
  const most = LONGEST_RECORDING_SECONDS + 1
  if (!isForced) return most
  const available = await availableSecondsOf(db, userId, now())
  if (available === 0) throw new AppError('notEnoughMinutes')
  return Math.min(available, most)
}

/** A header may declare any duration. */
function knownSeconds(declared: number | null): number {
  return Math.min(declared ?? 0, LONGEST_RECORDING_SECONDS)
}

/** `durationSeconds` is of the whole recording, of which only a beginning may be heard. */
type Decoded = { language: string; heard: Omit<Samples, 'path'>; durationSeconds: number }

/** Holds the minutes and inserts the tasks, in one transaction; false if the process has ended or is planned. */
async function planWork(ctx: SpeechContext, process: ProcessRow, task: TaskRow, decoded: Decoded): Promise<boolean> {
  const { language, heard, durationSeconds } = decoded
  return ctx.db.transaction().execute(async (tx) => {
    const now = ctx.now()
    if (!(await endPreparation(tx, task, now))) return false
    const seconds = await holdSeconds(tx, process, heard.durationSeconds, now)
    const heldLevels = heard.levels.subarray(0, Math.ceil(seconds / FRAME_SECONDS))
    const chunks = cutAtSilences(heldLevels, FRAME_SECONDS, seconds)
    const tasks = planTasks(chunks, process.speakersCount, await workRates(tx))
    await startRecognising(tx, process.id, { language, tasks, durationSeconds: seconds, now })
    await updateScript(tx, process.scriptId, {
      language,
      peaks: peaksOf(silentAfter(heard.levels, durationSeconds), PEAKS),
      processedSeconds: seconds < durationSeconds ? seconds : null,
    })
    if (tasks.length === 0) await ctx.jobs.enqueue(tx, finish, [{ processId: process.id }])
    return true
  })
}

/** The waveform spans the whole recording, also where it was not heard. */
function silentAfter(levels: Float32Array, durationSeconds: number): Float32Array {
  const whole = new Float32Array(Math.max(levels.length, Math.ceil(durationSeconds / FRAME_SECONDS)))
  whole.set(levels)
  return whole
}

/** Holds seconds for the whole recording, or for as much of its beginning as the balance covers; returns how many. */
async function holdSeconds(tx: Tx, process: ProcessRow, durationSeconds: number, now: Date): Promise<number> {
  const seconds = Math.ceil(durationSeconds)
  if (seconds === 0) return 0
  const { id: processId, userId, isForced: force } = process
  const reserved = await reserveSeconds(tx, { userId, processId, seconds, force, now })
  return Math.min(reserved.seconds, durationSeconds)
}

/** One task per chunk to recognise, and per window to diarise unless there is one speaker. */
function planTasks(chunks: readonly Span[], speakers: SpeakersCount, rates: WorkRates): NewTask[] {
  const windows = speakers === 1 ? [] : toWindows(chunks)
  const tasksOf = (kind: keyof WorkRates, spans: readonly Span[]) =>
    spans.map(({ start, end }, index) => ({
      kind,
      index,
      startSeconds: start,
      endSeconds: end,
      cost: rates[kind] * (end - start),
    }))
  return [...tasksOf('recognise', chunks), ...tasksOf('diarise', windows)]
}
