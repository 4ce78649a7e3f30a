import { describe, expect, it } from 'vitest'

import { diarizationErrorRate } from '#test/diarization-error-rate.ts'

const turn = (start: number, end: number, speaker: number) => ({ start, end, speaker })
const reference = [turn(0, 10, 0), turn(10, 20, 1)]

describe('the diarization error rate', () => {
  it('is zero for the same turns with other numbers, and ignores the collar around borders', () => {
    expect(diarizationErrorRate(reference, [turn(0, 9.8, 7), turn(10.2, 20.2, 3)])).toBe(0)
  })

  it('counts missed speech, invented speech and speech of the wrong speaker', () => {
    const missed = diarizationErrorRate(reference, [turn(0, 10, 0)])
    const invented = diarizationErrorRate(reference, [...reference, turn(5, 10, 2)])
    const confused = diarizationErrorRate(reference, [turn(0, 20, 0)])

    expect(missed).toBeCloseTo(0.5)
    expect(invented).toBeCloseTo(4.75 / 19)
    expect(confused).toBeCloseTo(0.5)
  })

  it('uses the best mapping of speakers, not the first that fits', () => {
    const said = [turn(0, 10, 0), turn(10, 16, 1)]
    const heard = [turn(0, 5, 0), turn(5, 16, 1)]

    expect(diarizationErrorRate(said, heard)).toBeCloseTo((9.5 + 5.5 - 4.75 - 5.5) / 15)
  })

  it('is zero for silence heard as silence, one for silence heard as speech', () => {
    expect(diarizationErrorRate([], [])).toBe(0)
    expect(diarizationErrorRate([], [turn(0, 1, 0)])).toBe(1)
  })
})
