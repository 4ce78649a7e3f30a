import { describe, expect, it } from 'vitest'

import { joinSpeech } from './pieces.ts'

describe('joining speech', () => {
  it('makes one piece of words with short pauses between them, with a little air around', () => {
    const [piece, ...rest] = joinSpeech(
      [
        { start: 1, end: 2 },
        { start: 2.5, end: 5 },
      ],
      20,
    )

    expect(rest).toEqual([])
    expect(piece?.start).toBeCloseTo(0.9)
    expect(piece?.end).toBeCloseTo(5.2)
  })

  it('keeps pieces within 14 s of speech and apart from each other', () => {
    const spans = Array.from({ length: 40 }, (_, n) => ({ start: n * 2, end: n * 2 + 1.9 }))

    const pieces = joinSpeech(spans, 80)

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
      ),
    ).toHaveLength(2)
  })

  it('stays inside the recording', () => {
    const [piece] = joinSpeech([{ start: 0, end: 3 }], 3)

    expect(piece).toEqual({ start: 0, end: 3 })
  })
})
