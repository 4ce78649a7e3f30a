import { BYTES_PER_SECOND, FRAME_SECONDS } from '@doslovno/domain/media/levels.ts'

import type { SpeechContext } from '#context.ts'
import type { ProcessRow } from '#platform/tables.ts'

import { readBytes } from './samples.ts'

/** Long enough to identify the language, short enough not to delay the first text. */
const LISTEN_SECONDS = 30
/** Music or silence may come first, so several samples are tried. */
const SAMPLES = 5
/** The fallback: most of our recordings are Russian. */
const USUAL_LANGUAGE = 'ru'

type Samples = { path: string; levels: Float32Array; durationSeconds: number }

/** The chosen language, or the one identified in the first sample with speech. */
export async function languageOf(
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
