import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { longestPerMedian, simulateOverload } from '#test/overload.ts'

import { chooseWork, classes, type Passes, type Waiting } from './fair-share.ts'

const NONE_SERVED: Passes = { paid: 0, free: 0 }
const startedAt = new Date(0)

const waiting = (processId: string, changes: Partial<Waiting> = {}): Waiting => ({
  processId,
  userId: processId,
  class: 'paid',
  seconds: 600,
  startedAt,
  ready: 100,
  running: 0,
  ...changes,
})

const countsOf = ({ choices }: ReturnType<typeof chooseWork>) =>
  Object.fromEntries(choices.map(({ processId, count }) => [processId, count]))

describe('choosing work', () => {
  it('gives paying users four tasks for every task of free users', () => {
    const both = [waiting('paid'), waiting('free', { class: 'free' })]

    expect(countsOf(chooseWork(both, NONE_SERVED, 50))).toEqual({ paid: 40, free: 10 })
  })

  it('gives one user no more than fifty tasks at work', () => {
    const tenant = [waiting('a', { userId: 'tenant' }), waiting('b', { userId: 'tenant' })]
    const other = waiting('other', { ready: 3 })

    expect(chooseWork(tenant.map((one) => ({ ...one, running: 40 })), NONE_SERVED, 30).choices.map(({ count }) => count)).toEqual([10]) // prettier-ignore
    expect(countsOf(chooseWork([...tenant, other], NONE_SERVED, 100))).toEqual({ a: 50, other: 3 })
  })

  it('serves a free user under constant paid load, one slot at a time', () => {
    const both = [waiting('paid'), waiting('free', { class: 'free' })]
    let passes = NONE_SERVED
    const chosen: string[] = []
    for (let round = 0; round < 20; round++) {
      const choice = chooseWork(both, passes, 1)
      passes = choice.passes
      chosen.push(...choice.choices.map(({ processId }) => processId))
    }

    expect(chosen.filter((name) => name === 'free')).toHaveLength(4)
  })

  it('gives an idle class no credit', () => {
    let { passes } = chooseWork([waiting('paid')], NONE_SERVED, 1000)

    const both = [waiting('paid'), waiting('free', { class: 'free' })]
    const choice = chooseWork(both, passes, 10)
    passes = choice.passes

    expect(countsOf(choice)).toEqual({ paid: 8, free: 2 })
  })

  it('prefers the user with the fewest running tasks: one file does not wait behind fifty', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => waiting(`a${index}`, { userId: 'a', running: 4 }))

    const { choices } = chooseWork([...fifty, waiting('b', { seconds: 7200 })], NONE_SERVED, 1)

    expect(choices).toEqual([{ processId: 'b', count: 1 }])
  })

  it('prefers the shorter recording among equals, then the one that has waited longer', () => {
    const files = [
      waiting('long', { userId: 'a', seconds: 900 }),
      waiting('late', { userId: 'a', seconds: 60, ready: 1, startedAt: new Date(5) }),
      waiting('early', { userId: 'a', seconds: 60, ready: 1 }),
    ]

    expect(chooseWork(files, NONE_SERVED, 1).choices).toEqual([{ processId: 'early', count: 1 }])
    expect(countsOf(chooseWork(files, NONE_SERVED, 3))).toEqual({ early: 1, late: 1, long: 1 })
  })

  it('serves a long recording under an endless stream of short ones', () => {
    const long = waiting('long', { seconds: 3 * 3600 })
    const chosenOf = (turn: number) =>
      chooseWork([waiting('short', { seconds: 60, startedAt: new Date(turn * 1000) }), long], NONE_SERVED, 1).choices

    const chosen = Array.from({ length: 10_000 }, (_, turn) => chosenOf(turn)[0]?.processId)

    // It is due six minutes after its start, and short ones two seconds after theirs.
    expect(chosen.indexOf('long')).toBe(359)
    expect(chosen.slice(359)).not.toContain('short')
  })

  it('chooses no more tasks than are ready', () => {
    expect(countsOf(chooseWork([waiting('a', { ready: 2 })], NONE_SERVED, 10))).toEqual({ a: 2 })
    expect(chooseWork([], NONE_SERVED, 10)).toEqual({ choices: [], passes: NONE_SERVED })
  })
})

describe('an overload of twice the capacity', () => {
  it('makes no file of a class wait longer than three times the median, whatever its length', () => {
    const overloads = fc.record({ seed: fc.integer({ min: 1, max: 1e6 }), slots: fc.integer({ min: 2, max: 8 }) })

    const property = fc.property(overloads, ({ seed, slots }) => {
      const served = simulateOverload({ files: 400, load: 2, slots, seed })
      for (const name of classes) expect(longestPerMedian(served, name)).toBeLessThanOrEqual(3)
    })

    fc.assert(property, { seed: 1, numRuns: 5 })
  })
})
