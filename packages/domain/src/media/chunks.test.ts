import { describe, expect, it } from 'vitest'

import { cutAtSilences } from './chunks.ts'

const FRAME = 0.05

/** Loud except in the given pauses, in seconds. */
function levels(seconds: number, pauses: readonly (readonly [number, number])[]): Float32Array {
  return Float32Array.from({ length: Math.round(seconds / FRAME) }, (_, frame) => {
    const at = frame * FRAME
    return pauses.some(([from, to]) => at >= from && at < to) ? 0.0005 : 0.2
  })
}

describe('cutting a recording at silences', () => {
  it('leaves a short recording whole', () => {
    expect(cutAtSilences(levels(38, []), FRAME, 38)).toEqual([{ index: 0, start: 0, end: 38 }])
  })

  it('halves the rest at a quiet moment, so that two recognisers finish together', () => {
    const [first, second] = cutAtSilences(
      levels(58, [
        [10, 11],
        [32, 33],
      ]),
      FRAME,
      58,
    )

    expect(first?.start).toBe(0)
    expect(first?.end).toBeCloseTo(32.5, 1)
    expect(second).toEqual({ index: 1, start: first?.end, end: 58 })
  })

  it('cuts in the middle of the first good pause after 30 s', () => {
    const chunks = cutAtSilences(
      levels(100, [
        [10, 11],
        [40, 41],
        [50, 52],
      ]),
      FRAME,
      100,
    )

    expect(chunks[0]?.end).toBeGreaterThan(40.3)
    expect(chunks[0]?.end).toBeLessThan(40.7)
  })

  it('makes chunks of 30–60 s without gaps, up to the very end', () => {
    const pauses = Array.from({ length: 300 }, (_, n) => [n * 11.3, n * 11.3 + 0.4] as const)

    const chunks = cutAtSilences(levels(3600, pauses), FRAME, 3600.013)

    const lengths = chunks.map((chunk) => chunk.end - chunk.start)
    expect(chunks.map((chunk) => chunk.index)).toEqual([...chunks.keys()])
    expect(chunks.map((chunk) => chunk.start)).toEqual([0, ...chunks.slice(0, -1).map((chunk) => chunk.end)])
    expect(chunks.at(-1)?.end).toBe(3600.013)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(60.02)
    expect(Math.min(...lengths.slice(0, -2))).toBeGreaterThanOrEqual(30)
    expect(Math.min(...lengths.slice(-2))).toBeGreaterThanOrEqual(15)
  })

  it('cuts noise without pauses at its quietest moment', () => {
    const noise = levels(90, [])
    noise[800] = 0.19

    const chunks = cutAtSilences(noise, FRAME, 90)

    expect(chunks[0]?.end).toBeCloseTo(800 * FRAME, 1)
  })

  it('returns no chunks for an empty recording', () => {
    expect(cutAtSilences(new Float32Array(0), FRAME, 0)).toEqual([])
  })
})
