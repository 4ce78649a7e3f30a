import { describe, expect, it } from 'vitest'

import { type Tensor, valuesOf } from '#scripts/models/onnx.ts'

import { bandsTensor, cepstraTensor, energyTensor } from './features.ts'

const at = (tensor: Tensor, row: number, column: number) => valuesOf(tensor)[row * (tensor.dims[1] ?? 0) + column] ?? 0

describe('bandsTensor', () => {
  it('shares a given band between two wanted ones', () => {
    const bands = bandsTensor()

    expect(bands.dims).toEqual([80, 23])
    expect(at(bands, 2, 0)).toBeGreaterThan(at(bands, 2, 1))
    expect(at(bands, 2, 1)).toBeGreaterThan(0)
    expect(at(bands, 2, 2)).toBe(0)
  })

  it('takes nothing above the highest wanted frequency', () => {
    const bands = bandsTensor()

    expect(at(bands, 58, 22)).toBeGreaterThan(0)
    expect(
      valuesOf(bands)
        .slice(59 * 23)
        .every((value) => value === 0),
    ).toBe(true)
  })
})

describe('energyTensor', () => {
  it('undoes pre-emphasis below half of 8 kHz, and takes nothing above', () => {
    const energy = energyTensor()

    expect(at(energy, 0, 0)).toBeCloseTo(858.6, 1)
    expect(at(energy, 61, 0)).toBeGreaterThan(0)
    expect(at(energy, 62, 0)).toBe(0)
  })
})

describe('cepstraTensor', () => {
  it('begins with a mean and lifts the middle twelvefold', () => {
    const cepstra = cepstraTensor()

    expect(at(cepstra, 0, 0)).toBeCloseTo(Math.sqrt(1 / 23), 6)
    expect(at(cepstra, 7, 0)).toBe(at(cepstra, 0, 0))
    expect(at(cepstra, 0, 11)).toBeCloseTo(12 * Math.sqrt(2 / 23) * Math.cos((Math.PI / 23) * 5.5), 5)
  })
})
