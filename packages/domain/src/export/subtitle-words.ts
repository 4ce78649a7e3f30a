import { splitWords, spreadWords, wordsOf } from '#editing/spread-words.ts'
import type { Segment } from '#transcript/segments.ts'

/** A word of a subtitle; times in whole milliseconds. */
export type SubtitleWord = { text: string; startMs: number; endMs: number }

/** What one speaker says without a long pause; no subtitle reaches over its border. */
export type Run = { speaker: number; isTurnStart: boolean; words: readonly SubtitleWord[] }

const LONG_PAUSE_MS = 2000
// oxlint-disable-next-line no-control-regex -- control characters are exactly what is removed
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]+/g

/** The words of a transcript as runs. Times never go back, whatever the segments say. */
export function toRuns(segments: readonly Segment[]): Run[] {
  const runs: { speaker: number; isTurnStart: boolean; words: SubtitleWord[] }[] = []
  let startMs = 0
  for (const segment of segments) {
    for (const word of wordsOf(segment).flatMap(piecesOf)) {
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

/** One line without anything that a player could take for an end of it. */
export function plainLine(text: string): string {
  return splitWords(text.replace(CONTROL, ' ')).join(' ')
}

// A word that holds spaces is several words.
const piecesOf = (word: { text: string; start: number; end: number }) =>
  spreadWords(splitWords(plainLine(word.text)), word)

const toMs = (seconds: number) => Math.max(Math.round(seconds * 1000), 0)
