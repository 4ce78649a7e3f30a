import { describe, expect, it } from 'vitest'

import { availableSeconds, splitUsed, takeSeconds } from './ledger.ts'
import { periodAt } from './subscription.ts'

const now = new Date('2026-11-15T12:00:00Z')
const day = (n: number) => new Date(now.getTime() + n * 86_400_000)
const lot = (id: string, remainingSeconds: number, expires: number) => ({
  id,
  remainingSeconds,
  expiresAt: day(expires),
})

describe('taking seconds', () => {
  const lots = [lot('late', 100, 30), lot('soon', 50, 2), lot('over', 500, -0.5), lot('empty', 0, 1)]

  it('starts with the lot that expires first and skips ended and empty lots', () => {
    expect(takeSeconds(lots, 120, now)).toEqual([
      { lotId: 'soon', seconds: 50 },
      { lotId: 'late', seconds: 70 },
    ])
    expect(availableSeconds(lots, now)).toBe(150)
  })

  it('takes all or nothing unless `partial` is set', () => {
    expect(takeSeconds(lots, 151, now)).toBeUndefined()
    expect(takeSeconds(lots, 151, now, true)?.reduce((sum, allocation) => sum + allocation.seconds, 0)).toBe(150)
    expect(takeSeconds([], 10, now, true)).toBeUndefined()
  })

  it('counts the allocations taken first as used', () => {
    const allocations = [
      { lotId: 'a', seconds: 50 },
      { lotId: 'b', seconds: 70 },
    ]
    expect(splitUsed(allocations, 60).map((allocation) => allocation.usedSeconds)).toEqual([50, 10])
    expect(splitUsed(allocations, 0).map((allocation) => allocation.usedSeconds)).toEqual([0, 0])
  })
})

describe('a month of a tariff', () => {
  it('keeps the day of its anchor where the month has that day', () => {
    const anchor = new Date('2027-01-31T10:00:00Z')
    const ends = ['2027-02-15', '2027-03-15', '2028-02-29'].map((at) => periodAt(anchor, new Date(`${at}T12:00:00Z`)))

    expect(ends.map(({ start, end }) => [start.toISOString().slice(0, 10), end.toISOString().slice(0, 10)])).toEqual([
      ['2027-01-31', '2027-02-28'],
      ['2027-02-28', '2027-03-31'],
      ['2028-02-29', '2028-03-31'],
    ])
  })

  it('is the first one for a call that began before the anchor', () => {
    const anchor = new Date('2026-11-30T10:00:00Z')

    const early = ['2026-11-30T09:59:59.999Z', '2026-10-01T00:00:00Z'].map((at) => periodAt(anchor, new Date(at)))

    for (const period of early) expect(period).toEqual({ start: anchor, end: new Date('2026-12-30T10:00:00Z') })
  })

  it('follows the previous one without a gap', () => {
    const anchor = new Date('2026-12-31T23:59:59Z')
    for (let n = 0; n < 800; n++) {
      const at = new Date(anchor.getTime() + n * 86_400_000)
      const { start, end } = periodAt(anchor, at)
      expect(start <= at && at < end).toBe(true)
      expect(periodAt(anchor, end).start).toEqual(end)
    }
  })
})
