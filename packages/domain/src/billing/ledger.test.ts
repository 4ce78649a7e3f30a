import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  type Entry,
  expiryEntries,
  holdEntries,
  type Lot,
  type LotTotals,
  type Allocation,
  replay,
  revokeEntries,
  settleEntries,
  splitUsed,
  takeSeconds,
} from './ledger.ts'

const START = Date.UTC(2026, 0, 1)
const DAY_MS = 86_400_000

type Command =
  | { kind: 'grant'; seconds: number; lifeDays: number }
  | { kind: 'hold'; seconds: number; partial: boolean }
  | { kind: 'settle'; which: number; seconds: number }
  | { kind: 'release'; which: number }
  | { kind: 'expire' }
  | { kind: 'wait'; days: number }

const seconds = fc.integer({ min: 1, max: 5000 })
const which = fc.nat({ max: 5 })
const command: fc.Arbitrary<Command> = fc.oneof(
  fc.record({
    kind: fc.constant('grant' as const),
    seconds,
    lifeDays: fc.integer({ min: 1, max: 8 }),
  }),
  fc.record({ kind: fc.constant('hold' as const), seconds, partial: fc.boolean() }),
  fc.record({ kind: fc.constant('settle' as const), which, seconds }),
  fc.record({ kind: fc.constant('release' as const), which }),
  fc.record({ kind: fc.constant('expire' as const) }),
  fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 4 }) }),
)

type ModelLot = Lot & LotTotals

/** Tracks the totals of lots directly and collects the entries. */
class Model {
  lots: ModelLot[] = []
  entries: Entry[] = []
  private holds: Allocation[][] = []
  private now = START

  run(step: Command): void {
    switch (step.kind) {
      case 'grant':
        return this.grant(step.seconds, step.lifeDays)
      case 'hold':
        return this.hold(step.seconds, step.partial)
      case 'settle':
        return this.settle(step.which, step.seconds)
      case 'release':
        return this.settle(step.which, 0)
      case 'expire':
        return this.expire()
      case 'wait':
        this.now += step.days * DAY_MS
    }
  }

  private grant(granted: number, lifeDays: number): void {
    const id = `lot-${this.lots.length}`
    this.lots.push({
      id,
      expiresAt: new Date(this.now + lifeDays * DAY_MS),
      grantedSeconds: granted,
      remainingSeconds: granted,
      heldSeconds: 0,
      consumedSeconds: 0,
      expiredSeconds: 0,
      revokedSeconds: 0,
    })
    this.entries.push({ lotId: id, kind: 'grant', seconds: granted })
  }

  private hold(wanted: number, partial: boolean): void {
    const allocations = takeSeconds(this.lots, wanted, new Date(this.now), partial)
    if (!allocations) return
    for (const allocation of allocations) {
      const lot = this.lotOf(allocation)
      lot.remainingSeconds -= allocation.seconds
      lot.heldSeconds += allocation.seconds
    }
    this.holds.push(allocations)
    this.entries.push(...holdEntries(allocations))
  }

  private settle(index: number, used: number): void {
    const [allocations] = this.holds.splice(index, 1)
    if (!allocations) return
    const now = new Date(this.now)
    const held = allocations.map((allocation) => ({ ...allocation, expiresAt: this.lotOf(allocation).expiresAt }))
    this.entries.push(...settleEntries(held, used, now))
    for (const allocation of splitUsed(held, used)) {
      const lot = this.lotOf(allocation)
      const rest = allocation.seconds - allocation.usedSeconds
      lot.heldSeconds -= allocation.seconds
      lot.consumedSeconds += allocation.usedSeconds
      if (allocation.expiresAt <= now) lot.expiredSeconds += rest
      else lot.remainingSeconds += rest
    }
  }

  private expire(): void {
    this.entries.push(...expiryEntries(this.lots, new Date(this.now)))
    for (const lot of this.lots.filter(({ expiresAt }) => expiresAt.getTime() <= this.now)) {
      lot.expiredSeconds += lot.remainingSeconds
      lot.remainingSeconds = 0
    }
  }

  private lotOf({ lotId }: Allocation): ModelLot {
    const lot = this.lots.find(({ id }) => id === lotId)
    if (!lot) throw new Error(`No lot ${lotId}`)
    return lot
  }
}

function totalsOf({ id: _id, expiresAt: _expiresAt, ...totals }: ModelLot): LotTotals {
  return totals
}

function run(commands: readonly Command[]): Model {
  const model = new Model()
  for (const step of commands) model.run(step)
  return model
}

const histories = fc.array(command, { minLength: 1, maxLength: 60 })

describe('replaying the entries', () => {
  it('gives exactly the lots after any history', () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { lots, entries } = run(commands)

        expect(Object.fromEntries(replay(entries))).toEqual(
          Object.fromEntries(lots.map((lot) => [lot.id, totalsOf(lot)])),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('accounts for every granted second and never goes below zero, at any point of a history', () => {
    fc.assert(
      fc.property(histories, (commands) => {
        const { entries } = run(commands)

        for (let length = 1; length <= entries.length; length++)
          for (const lot of replay(entries.slice(0, length)).values()) {
            const { grantedSeconds, remainingSeconds, heldSeconds, consumedSeconds, expiredSeconds } = lot
            expect(remainingSeconds + heldSeconds + consumedSeconds + expiredSeconds).toBe(grantedSeconds)
            expect(Math.min(...Object.values(lot))).toBeGreaterThanOrEqual(0)
          }
      }),
      { numRuns: 30 },
    )
  })

  it('agrees with the sign of every kind', () => {
    const signs = { grant: 1, hold: -1, release: 1, capture: -1, expire: -1, revoke: -1 }
    fc.assert(
      fc.property(histories, (commands) => {
        for (const entry of run(commands).entries) expect(Math.sign(entry.seconds)).toBe(signs[entry.kind])
      }),
    )
  })
})

describe('taking from any lots', () => {
  const anyLots = fc.array(
    fc.record({ remainingSeconds: fc.nat({ max: 500 }), day: fc.integer({ min: -3, max: 3 }) }),
    {
      maxLength: 8,
    },
  )
  const now = new Date(START)
  const lotsFrom = (drawn: readonly { remainingSeconds: number; day: number }[]): Lot[] =>
    drawn.map(({ remainingSeconds, day }, index) => ({
      id: `lot-${index}`,
      remainingSeconds,
      expiresAt: new Date(START + day * DAY_MS),
    }))
  const sum = (allocations: readonly Allocation[]) => allocations.reduce((total, part) => total + part.seconds, 0)

  it('takes exactly what is wanted or, if partial, what running lots have', () => {
    fc.assert(
      fc.property(anyLots, seconds, fc.boolean(), (drawn, wanted, partial) => {
        const lots = lotsFrom(drawn)
        const available = lots
          .filter(({ expiresAt }) => expiresAt > now)
          .reduce((t, lot) => t + lot.remainingSeconds, 0)
        const taken = takeSeconds(lots, wanted, now, partial)

        const least = partial ? available : 0
        expect(sum(taken ?? [])).toBe(available >= wanted ? wanted : least)
      }),
    )
  })

  it('uses no ended lot, and empties each lot before one that expires later', () => {
    fc.assert(
      fc.property(anyLots, seconds, (drawn, wanted) => {
        const lots = lotsFrom(drawn)
        const taken = new Map((takeSeconds(lots, wanted, now, true) ?? []).map((part) => [part.lotId, part.seconds]))
        const last = Math.max(...lots.filter(({ id }) => taken.has(id)).map(({ expiresAt }) => expiresAt.getTime()))

        const ended = lots.filter(({ id, expiresAt }) => expiresAt <= now && taken.has(id))
        const skipped = lots
          .filter(({ expiresAt }) => expiresAt > now && expiresAt.getTime() < last)
          .filter(({ id, remainingSeconds }) => (taken.get(id) ?? 0) !== remainingSeconds)
        expect({ ended, skipped }).toEqual({ ended: [], skipped: [] })
      }),
    )
  })

  it('revokes at most what remains, and nothing of an ended lot', () => {
    fc.assert(
      fc.property(fc.nat({ max: 500 }), fc.integer({ min: -3, max: 3 }), seconds, (remainingSeconds, day, wanted) => {
        const [lot] = lotsFrom([{ remainingSeconds, day }])
        const revoked = lot ? revokeEntries(lot, wanted, now).reduce((total, entry) => total - entry.seconds, 0) : -1

        expect(revoked).toBe(day <= 0 ? 0 : Math.min(wanted, remainingSeconds))
      }),
    )
  })
})

describe('settling a hold', () => {
  const now = new Date(START)
  const allocations = [
    { lotId: 'ended', seconds: 50, expiresAt: new Date(START - 1) },
    { lotId: 'running', seconds: 70, expiresAt: new Date(START + 1) },
  ]

  it('returns unused seconds to a running lot and expires those of an ended one', () => {
    expect(settleEntries(allocations, 20, now)).toEqual([
      { lotId: 'ended', kind: 'release', seconds: 50 },
      { lotId: 'ended', kind: 'capture', seconds: -20 },
      { lotId: 'ended', kind: 'expire', seconds: -30 },
      { lotId: 'running', kind: 'release', seconds: 70 },
    ])
  })
})
