import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { cutParts } from './parts.ts'
import type { Sentence } from './read-sentence.ts'

const spoken = fc.array(
  fc.record({
    text: fc.string({ maxLength: 80 }),
    speaker: fc.integer({ min: 0, max: 2 }),
    length: fc.integer({ min: 1, max: 30 }),
    gap: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.integer({ min: 1, max: 900 }) }),
  }),
  { maxLength: 150, size: 'max' },
)

function inTime(said: readonly { text: string; speaker: number; length: number; gap: number }[]): Sentence[] {
  let clock = 0
  return said.map(({ text, speaker, length, gap }) => {
    const start = clock + gap
    clock = start + length
    return { start, end: clock, text, speaker }
  })
}

const monologue = (minutes: number, text = 'words') =>
  Array.from({ length: minutes * 6 }, (_, at) => ({ start: at * 10, end: at * 10 + 9, text, speaker: 0 }))

const LARGE = 1_000_000

describe('cutParts', () => {
  it('puts every sentence into exactly one part, in order', () => {
    fc.assert(
      fc.property(
        spoken,
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 5000 }),
        (said, cells, maxCharacters) => {
          const sentences = inTime(said)

          const parts = cutParts(sentences, { cells, maxCharacters })

          expect(parts.flatMap(({ from, to }) => sentences.slice(from, to))).toEqual(sentences)
          for (const { from, to } of parts) expect(to).toBeGreaterThan(from)
        },
      ),
    )
  })

  it('keeps its borders when words are corrected', () => {
    fc.assert(
      fc.property(spoken, fc.integer({ min: 1, max: 3 }), fc.string(), (said, cells, corrected) => {
        const sentences = inTime(said)
        const edited = sentences.map((sentence) => ({ ...sentence, text: sentence.text + corrected }))

        const parts = cutParts(sentences, { cells, maxCharacters: LARGE })

        expect(cutParts(edited, { cells, maxCharacters: LARGE })).toStrictEqual(parts)
      }),
    )
  })

  it('keeps every part within the limit unless it is one sentence', () => {
    fc.assert(
      fc.property(spoken, fc.integer({ min: 1, max: 2000 }), (said, maxCharacters) => {
        const sentences = inTime(said)

        const parts = cutParts(sentences, { cells: 3, maxCharacters })

        for (const { from, to } of parts.filter((part) => part.to - part.from > 1))
          expect(sentences.slice(from, to).reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(
            maxCharacters,
          )
      }),
    )
  })

  it('cuts a monologue into cells of five minutes', () => {
    const parts = cutParts(monologue(30), { cells: 1, maxCharacters: LARGE })

    expect(parts.map(({ start }) => start)).toEqual([0, 300, 600, 900, 1200, 1500])
    expect(cutParts(monologue(30), { cells: 3, maxCharacters: LARGE }).map(({ start, end }) => [start, end])).toEqual([
      [0, 899],
      [900, 1799],
    ])
  })

  it('moves the end of a cell to the nearest change of speaker', () => {
    const sentences = monologue(10).map((sentence) => ({ ...sentence, speaker: sentence.start < 320 ? 0 : 1 }))

    const parts = cutParts(sentences, { cells: 1, maxCharacters: LARGE })

    expect(parts.map(({ start }) => start)).toEqual([0, 320])
  })

  it('halves a part that is too long', () => {
    const parts = cutParts(monologue(15, 'x'.repeat(100)), { cells: 3, maxCharacters: 5000 })

    expect(parts.map(({ from, to }) => [from, to])).toEqual([
      [0, 45],
      [45, 90],
    ])
  })
})
