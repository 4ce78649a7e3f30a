import { createReadStream } from 'node:fs'

import { type Chunk, cutAtSilences } from '@doslovno/domain/media/chunks.ts'
import { BYTES_PER_SECOND, FRAME_SECONDS } from '@doslovno/domain/media/levels.ts'
import { peaksOf } from '@doslovno/domain/media/peaks.ts'
import { LONGEST_RECORDING_SECONDS } from '@doslovno/domain/upload/limits.ts'

import type { WorkerContext } from '#context.ts'
import { originalKey, updateScript } from '#features/scripts/index.ts'
import { AppError } from '#platform/errors.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { finish, recognise } from './jobs.ts'
import { samplesKey } from './keys.ts'
import { findProcess, startRecognising } from './repo.ts'
import { readHead, readLevels, save, withWorkFolder } from './work-folder.ts'

/** Enough to hear who speaks what, short enough to keep people from waiting. */
const LANGUAGE_SECONDS = 60
/** What speech in an unknown language is taken for: most of our recordings are Russian. */
const USUAL_LANGUAGE = 'ru'
const PEAKS = 1200

/** From an uploaded file to chunks ready to be recognised. Run again after a crash, it starts over and harms nothing. */
export async function prepareProcess(ctx: WorkerContext, processId: string, signal: AbortSignal): Promise<void> {
  const process = await findProcess(ctx.db, processId)
  if (process?.status !== 'processing' || process.stage !== 'prepare') return
  await withWorkFolder(ctx.config.workDir, async (folder) => {
    const original = await save(await ctx.storage.read(originalKey(process.scriptId), signal), folder, signal)
    const { kind } = await ctx.media.probe(original, signal)
    const samples = await ctx.media.decode(original, folder, LONGEST_RECORDING_SECONDS + 1, signal)
    const levels = await readLevels(samples)
    if (levels.durationSeconds > LONGEST_RECORDING_SECONDS) throw new AppError('recordingTooLong')
    const [language] = await Promise.all([
      languageOf(ctx, process, samples, signal),
      ctx.storage.put(samplesKey(processId), createReadStream(samples), { contentType: 'audio/L16', signal }),
    ])
    await hand(ctx, process, { kind, language, ...levels })
  })
}

async function languageOf(
  ctx: WorkerContext,
  process: ProcessRow,
  samples: string,
  signal: AbortSignal,
): Promise<string> {
  if (process.language !== 'auto') return process.language
  const head = await readHead(samples, LANGUAGE_SECONDS * BYTES_PER_SECOND)
  return (await ctx.speech.identifyLanguage(head, signal)) ?? USUAL_LANGUAGE
}

type Found = { kind: 'audio' | 'video'; language: string; levels: Float32Array; durationSeconds: number }

/** One transaction: what was found, the chunks and their jobs. */
async function hand(ctx: WorkerContext, process: ProcessRow, found: Found): Promise<void> {
  const { kind, language, levels, durationSeconds } = found
  const chunks = cutAtSilences(levels, FRAME_SECONDS, durationSeconds)
  await ctx.db.transaction().execute(async (tx) => {
    const isFirst = await startRecognising(tx, process.id, { language, chunks, durationSeconds, now: ctx.now() })
    if (!isFirst) return
    await updateScript(tx, process.scriptId, { kind, language, durationSeconds, peaks: peaksOf(levels, PEAKS) })
    if (chunks.length === 0) await ctx.jobs.enqueue(tx, finish, [{ processId: process.id }])
    else
      await ctx.jobs.enqueue(
        tx,
        recognise,
        chunks.map(({ index }: Chunk) => ({ processId: process.id, index })),
      )
  })
}
