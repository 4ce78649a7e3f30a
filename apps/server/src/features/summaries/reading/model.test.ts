import { describe, expect, it } from 'vitest'

import { budgetOf, costKopecks } from './model.ts'
import { partSize } from './parts.ts'

describe('the cost of a call', () => {
  it.each([
    [{ promptTokens: 0, completionTokens: 0 }, 0],
    [{ promptTokens: 1, completionTokens: 0 }, 1],
    [{ promptTokens: 1_000_000, completionTokens: 0 }, 10_000],
    [{ promptTokens: 1_000_000, completionTokens: 1 }, 10_001],
  ])('is rounded up to whole kopecks: %o', (usage, kopecks) => {
    expect(costKopecks({ price: { input: 10_000, output: 30_000 } }, usage)).toBe(kopecks)
  })
})

describe('the budget of a reading', () => {
  it.each([
    [0, 80_000],
    [3600, 80_000],
    [3601, 130_000],
    [6 * 3600, 330_000],
  ])('grows with every started hour: %i seconds', (seconds, tokens) => {
    expect(budgetOf({ budget: { baseTokens: 30_000, tokensPerHour: 50_000 } }, seconds)).toBe(tokens)
  })
})

describe('the size of a part', () => {
  it.each([
    [128_000, 3],
    [14_000, 3],
    [13_999, 2],
    [10_000, 2],
    [9999, 1],
    [7000, 1],
    [6999, undefined],
  ])('follows the window: %i tokens', (tokens, cells) => {
    expect(partSize(tokens)?.cells).toBe(cells)
  })

  it('leaves room for instructions and answer with the least efficient tokenizer', () => {
    const characters = partSize(7000)?.maxCharacters ?? 0

    expect((characters * 1.3) / 2 + 2800).toBeLessThanOrEqual(7000)
  })
})
