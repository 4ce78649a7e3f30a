import { describe, expect, it } from 'vitest'

import { costOfBegun, etaSeconds, progressOf } from './progress.ts'

describe('progress', () => {
  it('grows with every piece of work and stays under 100 while it runs', () => {
    const steps = [
      progressOf({ isPrepared: false, costDone: 0, costBegun: 0, costTotal: 0 }),
      ...[0, 30, 60, 100].map((costDone) => progressOf({ isPrepared: true, costDone, costBegun: 0, costTotal: 100 })),
    ]

    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(new Set(steps).size).toBe(5)
    expect(steps.at(-1)).toBeLessThan(100)
  })

  it('counts what is under way as far as it should have come, but never as done', () => {
    const begun = [
      { cost: 20, seconds: 5 },
      { cost: 40, seconds: 100 },
    ]

    expect(costOfBegun(begun)).toBe(43)
    expect(progressOf({ isPrepared: true, costDone: 0, costBegun: 50, costTotal: 100 })).toBe(52)
  })

  it('tells the time left by what every piece has left and who will take the rest', () => {
    // Two at work, as fast as they should be.
    const work = { costDone: 40, busySeconds: 40, wallSeconds: 25 }
    const begun = [
      { cost: 20, seconds: 5 },
      { cost: 50, seconds: 5 },
    ]

    expect(etaSeconds({ ...work, begun, waiting: [] })).toBe(45)
    expect(etaSeconds({ ...work, begun, waiting: [20] })).toBe(45)
    expect(etaSeconds({ ...work, begun, waiting: [20, 20, 20] })).toBe(65)
  })

  it('believes the speed of the work itself the more there is of it', () => {
    const slow = (seconds: number) =>
      etaSeconds({ costDone: seconds, busySeconds: 2 * seconds, wallSeconds: 2 * seconds, begun: [], waiting: [100] })

    expect(slow(20)).toBe(125)
    expect(slow(2000)).toBe(197)
  })

  it('believes the speed of the very first work at once, since nobody knows what it should be', () => {
    const work = { costDone: 10, busySeconds: 20, wallSeconds: 20, begun: [], waiting: [100] }

    expect(etaSeconds(work)).toBe(114)
    expect(etaSeconds({ ...work, isFirst: true })).toBe(167)
  })

  it('knows that one who works for others too is slower, and that a late piece is nearly done', () => {
    const alone = { costDone: 40, busySeconds: 40 }

    expect(etaSeconds({ ...alone, wallSeconds: 80, begun: [], waiting: [20] })).toBe(40)
    expect(etaSeconds({ ...alone, wallSeconds: 100, begun: [{ cost: 40, seconds: 60 }], waiting: [] })).toBe(2)
  })

  it('tells nothing before there is a speed', () => {
    const begun = [{ cost: 40, seconds: 1 }]

    expect(etaSeconds({ costDone: 0, busySeconds: 0, wallSeconds: 1, begun, waiting: [40] })).toBeUndefined()
    expect(etaSeconds({ costDone: 0, busySeconds: 0, wallSeconds: 9, begun: [], waiting: [40] })).toBeUndefined()
  })
})
