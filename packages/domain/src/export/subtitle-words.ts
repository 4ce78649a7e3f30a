import type { Segment } from '#transcript/segments.ts'
import { splitWords, spreadWords, wordsOf } from '#transcript/spread-words.ts'

/** A word of a subtitle; times in whole milliseconds. */
export type SubtitleWord = { text: string; startMs: number; endMs: number }

/** Words of one speaker without a long pause; no cue crosses its border. */
export type Run = { speaker: number; isTurnStart: boolean; words: readonly SubtitleWord[] }

const LONG_PAUSE_MS = 2000
// oxlint-disable-next-line no-control-regex -- removes control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+/g

/** The words of a transcript as runs, with times that never decrease. */
export function toRuns(segments: readonly Segment[]): Run[] {
  const runs: { speaker: number; isTurnStart: boolean; words: SubtitleWord[] }[] = []
  let startMs = 0
  for (const segment of segments) {
    for (const word of wordsOf(segment).flatMap(splitSpaced)) {
      const last = runs.at(-1)
      startMs = Math.max(startMs, toMs(word.start))
      const next = { text: word.text, startMs, endMs: Math.max(startMs, toMs(word.end)) }
      const isTurnStart = last?.speaker !== segment.speaker
      if (last && !isTurnStart && startMs - (last.words.at(-1)?.endMs ?? 0) <= LONG_PAUSE_MS) last.words.push(next)
      else runs.push({ speaker: segment.speaker, isTurnStart, words: [next] })
    }
  }
  return runs
}

/** The text as one line, without control characters. */
export function plainLine(text: string): string {
  return splitWords(text.replace(CONTROL, ' ')).join(' ')
}

// A word that contains spaces counts as several.
const splitSpaced = (word: { text: string; start: number; end: number }) =>
  spreadWords(splitWords(plainLine(word.text)), word)

const toMs = (seconds: number) => Math.max(Math.round(seconds * 1000), 0)
