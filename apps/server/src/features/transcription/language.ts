import { BYTES_PER_SECOND, FRAME_SECONDS } from '@doslovno/domain/media/levels.ts'

import type { WorkerContext } from '#context.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { readPart } from './samples.ts'

/** Enough to hear what is spoken, short enough to keep people from waiting. */
const LISTEN_SECONDS = 30
/** Music and silence may come first: so many places are listened to. */
const PLACES = 5
/** What speech in an unknown language is taken for: most of our recordings are Russian. */
const USUAL_LANGUAGE = 'ru'

type Samples = { path: string; levels: Float32Array; durationSeconds: number }

/** The language its owner chose, otherwise that of the first speech. */
export async function languageOf(
  ctx: WorkerContext,
  { language }: ProcessRow,
  samples: Samples,
  signal: AbortSignal,
): Promise<string> {
  if (language !== 'auto') return language
  for (const start of places(samples)) {
    const part = await readPart(samples.path, start * BYTES_PER_SECOND, LISTEN_SECONDS * BYTES_PER_SECOND)
    const heard = await ctx.speech.identifyLanguage(part, signal)
    if (heard) return heard
  }
  return USUAL_LANGUAGE
}

/** The beginning, then where it is loudest, in the order they come. */
function places({ levels, durationSeconds }: Samples): number[] {
  const windows = Array.from({ length: Math.max(1, Math.floor(durationSeconds / LISTEN_SECONDS)) }, (_, index) => index)
  const frames = Math.round(LISTEN_SECONDS / FRAME_SECONDS)
  const loudness = (index: number) =>
    levels.subarray(index * frames, (index + 1) * frames).reduce((sum, level) => sum + level, 0)
  const loudest = windows.slice(1).toSorted((a, b) => loudness(b) - loudness(a))
  const chosen = loudest.slice(0, PLACES - 1).toSorted((a, b) => a - b)
  return [0, ...chosen].map((index) => index * LISTEN_SECONDS)
}
