import fc from 'fast-check'

import type { Segment } from '#transcript/segments.ts'
import { joinWords } from '#transcript/spread-words.ts'
import type { Word } from '#transcript/words.ts'

/** Adjacent words, half a second each, without confidence. */
export function said(text: string, start = 0, step = 0.5): Word[] {
  return text
    .split(' ')
    .map((word, n) => ({ text: word, start: start + n * step, end: start + (n + 0.8) * step, confidence: null }))
}

export function segmentOf(words: readonly Word[], speaker = 0): Segment {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: joinWords(words), speaker, words }
}

/** The pause before a word and its length, in seconds. */
type Timed = { text: string; pause: number; length: number; confidence: number | null }

function inTime(timed: readonly Timed[]): Word[] {
  let clock = 0
  return timed.map(({ text, pause, length, confidence }) => {
    const start = Math.round((clock + pause) * 100) / 100
    clock = Math.round((start + length) * 100) / 100
    return { text, start, end: clock, confidence }
  })
}

const seconds = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((n) => n / 100)

/** Words at any pace, with pauses up to `longestPause`. */
export function spokenWords(text: fc.Arbitrary<string>, longestPause = 4, maxLength = 60): fc.Arbitrary<Word[]> {
  const timed = fc.record({
    text,
    pause: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: seconds(longestPause) }),
    length: seconds(1),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
  })
  return fc.array(timed, { maxLength }).map(inTime)
}

/** Words of any characters except spaces. */
export const anyWord = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 14 })
  .map((text) => text.replace(/\s/gu, '_'))

/** Words of few letters, so that many are equal. */
export const shortWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 2 })

/** Segments of one to eight words, with up to three speakers. */
export function segmentsOf(words: fc.Arbitrary<Word[]>): fc.Arbitrary<Segment[]> {
  const cut = fc.record({ size: fc.integer({ min: 1, max: 8 }), speaker: fc.integer({ min: 0, max: 2 }) })
  return fc.tuple(words, fc.infiniteStream(cut)).map(([list, cuts]) => {
    const segments: Segment[] = []
    for (let at = 0; at < list.length;) {
      const { size, speaker } = cuts.next().value as { size: number; speaker: number } // the stream never ends
      segments.push(segmentOf(list.slice(at, at + size), speaker))
      at += size
    }
    return segments
  })
}
