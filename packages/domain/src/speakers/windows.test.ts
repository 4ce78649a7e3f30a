import { describe, expect, it } from 'vitest'

import { toWindows } from './windows.ts'

const chunks = (seconds: number, length: number) =>
  Array.from({ length: Math.ceil(seconds / length) }, (_, index) => ({
    start: index * length,
    end: Math.min(seconds, (index + 1) * length),
  }))

describe('joining chunks into windows', () => {
  it('makes one window of a short recording', () => {
    expect(toWindows(chunks(590, 45))).toEqual([{ start: 0, end: 590 }])
  })

  it('makes adjacent windows of similar length, at most ten minutes, that end where chunks end', () => {
    const threeHours = chunks(3 * 3600, 47)

    const windows = toWindows(threeHours)

    const lengths = windows.map(({ start, end }) => end - start)
    expect(windows.map(({ start }) => start)).toEqual([0, ...windows.slice(0, -1).map(({ end }) => end)])
    expect(windows.at(-1)?.end).toBe(3 * 3600)
    expect(windows.every(({ end }) => threeHours.some((chunk) => chunk.end === end))).toBe(true)
    expect(Math.max(...lengths)).toBeLessThanOrEqual(600)
    expect(Math.min(...lengths)).toBeGreaterThan(300)
  })

  it('returns no windows for no chunks', () => {
    expect(toWindows([])).toEqual([])
  })
})
