import { describe, expect, it } from 'vitest'

import { startCost } from './minutes.ts'

describe('the cost of a start', () => {
  it.each([
    [180, 60, { minutes: 3, left: 57 }],
    [208, 60, { minutes: 4, left: 56 }],
    [1, 1, { minutes: 1, left: 0 }],
  ])('agrees with the balance before and after for %i seconds and %i minutes', (seconds, remain, cost) => {
    expect(startCost(seconds, remain)).toEqual(cost)
  })

  it('is unknown where the minutes do not suffice or nothing is to be heard', () => {
    expect(startCost(61, 1)).toBeUndefined()
    expect(startCost(0, 10)).toBeUndefined()
  })
})
