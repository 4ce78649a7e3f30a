import fc from 'fast-check'

import { joinWords } from '#editing/spread-words.ts'
import type { Segment } from '#transcript/segments.ts'
import type { Word } from '#transcript/words.ts'

/** Words one after the other, half a second each, with nothing known of them. */
export function said(text: string, start = 0, step = 0.5): Word[] {
  return text
    .split(' ')
    .map((word, n) => ({ text: word, start: start + n * step, end: start + (n + 0.8) * step, confidence: null }))
}

export function segmentOf(words: readonly Word[], speaker = 0): Segment {
  return { start: words[0]?.start ?? 0, end: words.at(-1)?.end ?? 0, text: joinWords(words), speaker, words }
}

/** Times in seconds, pauses before the word and its own length. */
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

/** Words in order, spoken at any pace, with pauses up to `longestPause`. */
export function spokenWords(text: fc.Arbitrary<string>, longestPause = 4, maxLength = 60): fc.Arbitrary<Word[]> {
  const timed = fc.record({
    text,
    pause: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: seconds(longestPause) }),
    length: seconds(1),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
  })
  return fc.array(timed, { maxLength }).map(inTime)
}

/** Words without a space, of any characters that a text may hold. */
export const anyWord = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 14 })
  .map((text) => text.replace(/\s/gu, '_'))

/** Words of a few letters: many of them are the same. */
export const shortWord = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 2 })

/** The words as segments of one to eight, of up to three speakers. */
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
