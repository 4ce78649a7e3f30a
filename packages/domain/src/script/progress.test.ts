import { describe, expect, it } from 'vitest'

import { etaSeconds, progressOf } from './progress.ts'

describe('progress', () => {
  it('grows with every second of speech and stays under 100 while it runs', () => {
    const steps = [
      progressOf({ isPrepared: false, secondsDone: 0, secondsTotal: 0 }),
      ...[0, 30, 60, 100].map((secondsDone) => progressOf({ isPrepared: true, secondsDone, secondsTotal: 100 })),
    ]

    expect(steps).toEqual(steps.toSorted((a, b) => a - b))
    expect(new Set(steps).size).toBe(5)
    expect(steps.at(-1)).toBeLessThan(100)
  })

  it('tells the time left at the speed so far, and nothing before there is a speed', () => {
    expect(etaSeconds({ isPrepared: true, secondsDone: 60, secondsTotal: 180 }, 20)).toBe(40)
    expect(etaSeconds({ isPrepared: true, secondsDone: 0, secondsTotal: 180 }, 20)).toBeUndefined()
  })
})
