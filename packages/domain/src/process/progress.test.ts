import { describe, expect, it } from 'vitest'

import { costOfBegun, etaSeconds, minutesPerHourOf, progressOf } from './progress.ts'

describe('progress', () => {
  it('grows with every task and stays below 100 while the process runs', () => {
    const steps = [
      progressOf({ isPrepared: false, costDone: 0, costBegun: 0, costTotal: 0 }),
      ...[0, 30, 60, 100].map((costDone) => progressOf({ isPrepared: true, costDone, costBegun: 0, costTotal: 100 })),
    ]

    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(new Set(steps).size).toBe(5)
    expect(steps.at(-1)).toBeLessThan(100)
  })

  it('counts running tasks by the time spent, but never as done', () => {
    const begun = [
      { cost: 20, seconds: 5 },
      { cost: 40, seconds: 100 },
    ]

    expect(costOfBegun(begun)).toBe(43)
    expect(progressOf({ isPrepared: true, costDone: 0, costBegun: 50, costTotal: 100 })).toBe(52)
  })

  it('estimates the time left from running tasks and the workers that take the rest', () => {
    // Two workers at the expected speed.
    const work = { costDone: 40, busySeconds: 40, wallSeconds: 25 }
    const begun = [
      { cost: 20, seconds: 5 },
      { cost: 50, seconds: 5 },
    ]

    expect(etaSeconds({ ...work, begun, waiting: [] })).toBe(45)
    expect(etaSeconds({ ...work, begun, waiting: [20] })).toBe(45)
    expect(etaSeconds({ ...work, begun, waiting: [20, 20, 20] })).toBe(65)
  })

  it('trusts measured speed more as more work is done', () => {
    const slow = (seconds: number) =>
      etaSeconds({ costDone: seconds, busySeconds: 2 * seconds, wallSeconds: 2 * seconds, begun: [], waiting: [100] })

    expect(slow(20)).toBe(125)
    expect(slow(2000)).toBe(197)
  })

  it('trusts measured speed early on the first file, whose costs are guesses', () => {
    const work = { costDone: 10, busySeconds: 20, wallSeconds: 20, begun: [], waiting: [100] }

    expect(etaSeconds(work)).toBe(114)
    expect(etaSeconds({ ...work, isFirst: true })).toBe(167)
  })

  it('treats a shared worker as slower, and an overdue task as nearly done', () => {
    const alone = { costDone: 40, busySeconds: 40 }

    expect(etaSeconds({ ...alone, wallSeconds: 80, begun: [], waiting: [20] })).toBe(40)
    expect(etaSeconds({ ...alone, wallSeconds: 100, begun: [{ cost: 40, seconds: 60 }], waiting: [] })).toBe(2)
  })

  it('gives no estimate before there is a speed', () => {
    const begun = [{ cost: 40, seconds: 1 }]

    expect(etaSeconds({ costDone: 0, busySeconds: 0, wallSeconds: 1, begun, waiting: [40] })).toBeUndefined()
    expect(etaSeconds({ costDone: 0, busySeconds: 0, wallSeconds: 9, begun: [], waiting: [40] })).toBeUndefined()
  })
})

const hourIn = (minutes: number) => ({ recordedSeconds: 3600, waitedSeconds: minutes * 60 })

it('gives the minutes per hour within which nine of ten files were done, rounded up [UP-13]', () => {
  expect(minutesPerHourOf([])).toBeUndefined()
  expect(minutesPerHourOf([hourIn(7.2)])).toBe(8)
  expect(minutesPerHourOf([90, 5, 6, 7, 8, 9, 9, 9, 9, 9.5].map(hourIn))).toBe(10)
  expect(minutesPerHourOf([12, 5, 14].map(hourIn))).toBe(14)
})
