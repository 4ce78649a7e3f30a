import { describe, expect, it } from 'vitest'

import { toWindows, windowSpeakers } from './window-speakers.ts'

const slice = (start: number, end: number, speaker: number, embedding: number[] | null) => ({
  start,
  end,
  speaker,
  embedding,
})

describe('the speakers of a window', () => {
  it('follow the voices of the slices, whatever the engine guessed', () => {
    const { turns, voices } = windowSpeakers(
      [slice(0, 4, 0, [1, 0]), slice(4, 8, 0, [0, 1]), slice(9, 13, 0, [1, 0.1]), slice(13, 17, 1, [0.1, 1])],
      0.4,
    )

    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1, 0, 1])
    expect(voices.map(({ seconds }) => seconds)).toEqual([8, 8])
  })

  it('follow the guess where voices are similar', () => {
    const [near, far] = [
      [1, 0],
      [0.55, 0.84],
    ]

    expect(windowSpeakers([slice(0, 4, 0, near), slice(5, 9, 0, far)], 0.4).voices).toHaveLength(1)
    expect(windowSpeakers([slice(0, 4, 0, near), slice(5, 9, 1, far)], 0.4).voices).toHaveLength(2)
  })

  it('take the short turns most similar to them; a turn without a voice continues the previous speaker', () => {
    const slices = [
      slice(0, 4, 0, [1, 0]),
      slice(4, 8, 1, [0, 1]),
      slice(8, 8.4, 2, [0.9, 0.4]),
      slice(8.4, 8.5, 2, null),
    ]

    const { turns, voices } = windowSpeakers(slices, 0.4)

    expect(turns).toEqual([
      { start: 0, end: 4, speaker: 0 },
      { start: 4, end: 8, speaker: 1 },
      { start: 8, end: 8.5, speaker: 0 },
    ])
    expect(voices).toHaveLength(2)
  })

  it('are one without a reliable voice, and none without speech', () => {
    const unheard = windowSpeakers([slice(0, 0.2, 0, null)], 0.4)

    expect(unheard).toEqual({
      turns: [{ start: 0, end: 0.2, speaker: 0 }],
      voices: [{ embedding: [], seconds: 0.2 }],
    })
    expect(windowSpeakers([], 0.4)).toEqual({ turns: [], voices: [] })
  })
})

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
