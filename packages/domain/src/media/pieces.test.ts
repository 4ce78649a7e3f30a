import { describe, expect, it } from 'vitest'

import { SAMPLE_RATE } from './levels.ts'
import { cutLong, joinSpeech, quietestAt } from './pieces.ts'

const LONGEST = 14

describe('joining speech', () => {
  it('joins words with short pauses between them into one piece with margins', () => {
    const [piece, ...rest] = joinSpeech(
      [
        { start: 1, end: 2 },
        { start: 2.5, end: 5 },
      ],
      20,
      LONGEST,
    )

    expect(rest).toEqual([])
    expect(piece?.start).toBeCloseTo(0.9)
    expect(piece?.end).toBeCloseTo(5.2)
  })

  it('keeps pieces within 14 s of speech and without overlaps', () => {
    const spans = Array.from({ length: 40 }, (_, n) => ({ start: n * 2, end: n * 2 + 1.9 }))

    const pieces = joinSpeech(spans, 80, LONGEST)

    const gaps = pieces.slice(1).map((piece, n) => piece.start - (pieces[n]?.end ?? 0))
    expect(Math.max(...pieces.map((piece) => piece.end - piece.start))).toBeLessThanOrEqual(14.3)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
  })

  it('does not join over a long pause', () => {
    expect(
      joinSpeech(
        [
          { start: 0, end: 1 },
          { start: 4, end: 5 },
        ],
        10,
        LONGEST,
      ),
    ).toHaveLength(2)
  })

  it('stays inside the recording', () => {
    const [piece] = joinSpeech([{ start: 0, end: 3 }], 3, LONGEST)

    expect(piece).toEqual({ start: 0, end: 3 })
  })
})

describe('cutting long speech', () => {
  /** Sound except at the pauses. */
  const spoken = (seconds: number, pauses: readonly number[]) =>
    Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
      const at = index / SAMPLE_RATE
      return pauses.some((pause) => Math.abs(at - pause) < 0.1) ? 0.001 : Math.sin(index) / 2
    })

  it('leaves a short span whole', () => {
    expect(cutLong({ start: 1, end: 15 }, spoken(20, []), LONGEST)).toEqual([{ start: 1, end: 15 }])
  })

  it('cuts at the pauses, loses nothing and makes no span too long', () => {
    const spans = cutLong({ start: 0.5, end: 40 }, spoken(40, [12.3, 21.5, 30.2]), LONGEST)

    const lengths = spans.map((span) => span.end - span.start)
    expect(spans.map((span) => span.start).slice(1)).toEqual(spans.map((span) => span.end).slice(0, -1))
    expect([spans[0]?.start, spans.at(-1)?.end]).toEqual([0.5, 40])
    expect(Math.max(...lengths)).toBeLessThanOrEqual(LONGEST)
    expect(spans[0]?.end).toBeCloseTo(12.3, 1)
  })

  it('cuts speech without pauses too', () => {
    const spans = cutLong({ start: 0, end: 59 }, spoken(59, []), LONGEST)

    expect(Math.max(...spans.map((span) => span.end - span.start))).toBeLessThanOrEqual(LONGEST)
    expect(spans.length).toBeLessThanOrEqual(6)
  })

  it('finds the quietest moment', () => {
    expect(quietestAt(spoken(10, [7.2]), { start: 4, end: 9 })).toBeCloseTo(7.2, 1)
  })
})
