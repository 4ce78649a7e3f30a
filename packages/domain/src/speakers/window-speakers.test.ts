import { describe, expect, it } from 'vitest'

import { windowSpeakers } from './window-speakers.ts'

const part = (start: number, end: number, speaker: number, embedding: number[] | null) => ({
  start,
  end,
  speaker,
  embedding,
})

describe('speakers of a window', () => {
  it('are told by how the parts of their turns sound, whatever the engine guessed', () => {
    const { turns, voices } = windowSpeakers(
      [part(0, 4, 0, [1, 0]), part(4, 8, 0, [0, 1]), part(9, 13, 0, [1, 0.1]), part(13, 17, 1, [0.1, 1])],
      0.4,
    )

    expect(turns.map(({ speaker }) => speaker)).toEqual([0, 1, 0, 1])
    expect(voices.map(({ seconds }) => seconds)).toEqual([8, 8])
  })

  it('follow the guess where voices are hard to tell', () => {
    const [near, far] = [
      [1, 0],
      [0.55, 0.84],
    ]

    expect(windowSpeakers([part(0, 4, 0, near), part(5, 9, 0, far)], 0.4).voices).toHaveLength(1)
    expect(windowSpeakers([part(0, 4, 0, near), part(5, 9, 1, far)], 0.4).voices).toHaveLength(2)
  })

  it('get short turns that sound most like them, and those that cannot be heard go on with who spoke before', () => {
    const parts = [part(0, 4, 0, [1, 0]), part(4, 8, 1, [0, 1]), part(8, 8.4, 2, [0.9, 0.4]), part(8.4, 8.5, 2, null)]

    const { turns, voices } = windowSpeakers(parts, 0.4)

    expect(turns).toEqual([
      { start: 0, end: 4, speaker: 0 },
      { start: 4, end: 8, speaker: 1 },
      { start: 8, end: 8.5, speaker: 0 },
    ])
    expect(voices).toHaveLength(2)
  })

  it('are one when nobody can be told, and none when nobody speaks', () => {
    const unheard = windowSpeakers([part(0, 0.2, 0, null)], 0.4)

    expect(unheard).toEqual({
      turns: [{ start: 0, end: 0.2, speaker: 0 }],
      voices: [{ embedding: [], seconds: 0.2 }],
    })
    expect(windowSpeakers([], 0.4)).toEqual({ turns: [], voices: [] })
  })
})
