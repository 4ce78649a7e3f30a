import { describe, expect, it } from 'vitest'

import { SAMPLE_RATE } from '#media/levels.ts'

import { backgroundOf, canBeSpeech, gainFor, soundOf } from './sound.ts'

type Shape = (seconds: number) => number

/** Hiss whose loudness follows the shape. */
const hiss = (shape: Shape, seconds = 6) => {
  let state = 1
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    state = (state * 16_807) % 2_147_483_647
    return shape(index / SAMPLE_RATE) * (state / 1_073_741_824 - 1)
  })
}
const syllables: Shape = (seconds) => 0.3 * Math.max(0, Math.sin(2 * Math.PI * 4 * seconds)) ** 2
const pauses: Shape = (seconds) => (seconds % 2 < 1.4 ? syllables(seconds) : 0)

describe('a sound', () => {
  it('cannot be speech if it is silent, steady or a hum', () => {
    const hum = Float32Array.from(
      { length: 6 * SAMPLE_RATE },
      (_, n) => 0.2 * Math.sin((2 * Math.PI * 50 * n) / SAMPLE_RATE),
    )

    expect(canBeSpeech(soundOf(new Float32Array(SAMPLE_RATE)))).toBe(false)
    expect(canBeSpeech(soundOf(hiss(() => 0.2)))).toBe(false)
    expect(canBeSpeech(soundOf(hum))).toBe(false)
    expect(canBeSpeech(soundOf(new Float32Array(0)))).toBe(false)
  })

  it('can be speech if it varies: in a quiet room, over noise or in a crowd', () => {
    const near = soundOf(hiss((t) => pauses(t) + 0.0005))
    const noisy = soundOf(hiss((t) => pauses(t) + 0.08))
    const crowded = soundOf(hiss((t) => 0.12 + pauses(t) + 0.1 * Math.sin(2 * Math.PI * 0.7 * t)))

    expect([near, noisy, crowded].map(canBeSpeech)).toEqual([true, true, true])
    expect([near, noisy, crowded].map(backgroundOf)).toEqual(['quiet', 'steady', 'crowd'])
    expect(near.soundingSeconds).toBeLessThan(4)
  })

  it('is amplified if it is quiet, unless it is silence', () => {
    const quiet = soundOf(hiss((t) => pauses(t) / 50))

    expect(20 * Math.log10(gainFor(quiet))).toBeCloseTo(-20 - quiet.loudness)
    expect(gainFor(soundOf(hiss((t) => pauses(t))))).toBe(1)
    expect(gainFor(soundOf(new Float32Array(SAMPLE_RATE)))).toBe(1)
  })
})
