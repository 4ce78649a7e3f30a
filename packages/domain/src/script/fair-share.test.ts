import { describe, expect, it } from 'vitest'

import { chooseWork, type Passes, type Waiting } from './fair-share.ts'

const NOBODY: Passes = { paid: 0, free: 0 }
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

describe('handing out work', () => {
  it('gives four pieces to those who pay for one to those who do not', () => {
    const both = [waiting('paid'), waiting('free', { class: 'free' })]

    expect(countsOf(chooseWork(both, NOBODY, 50))).toEqual({ paid: 40, free: 10 })
  })

  it('serves a free user under constant paid load, one place at a time', () => {
    const both = [waiting('paid'), waiting('free', { class: 'free' })]
    let passes = NOBODY
    const chosen: string[] = []
    for (let round = 0; round < 20; round++) {
      const choice = chooseWork(both, passes, 1)
      passes = choice.passes
      chosen.push(...choice.choices.map(({ processId }) => processId))
    }

    expect(chosen.filter((name) => name === 'free')).toHaveLength(4)
  })

  it('lets nobody save up while they wait for nothing', () => {
    let { passes } = chooseWork([waiting('paid')], NOBODY, 1000)

    const both = [waiting('paid'), waiting('free', { class: 'free' })]
    const choice = chooseWork(both, passes, 10)
    passes = choice.passes

    expect(countsOf(choice)).toEqual({ paid: 8, free: 2 })
  })

  it('goes to whoever has the least running: one file does not wait behind fifty', () => {
    const fifty = Array.from({ length: 50 }, (_, index) => waiting(`a${index}`, { userId: 'a', running: 4 }))

    const { choices } = chooseWork([...fifty, waiting('b', { seconds: 7200 })], NOBODY, 1)

    expect(choices).toEqual([{ processId: 'b', count: 1 }])
  })

  it('takes the shorter recording first among equals, then the one that waits longer', () => {
    const files = [
      waiting('long', { userId: 'a', seconds: 900 }),
      waiting('late', { userId: 'a', seconds: 60, ready: 1, startedAt: new Date(5) }),
      waiting('early', { userId: 'a', seconds: 60, ready: 1 }),
    ]

    expect(chooseWork(files, NOBODY, 1).choices).toEqual([{ processId: 'early', count: 1 }])
    expect(countsOf(chooseWork(files, NOBODY, 3))).toEqual({ early: 1, late: 1, long: 1 })
  })

  it('hands out no more than there is', () => {
    expect(countsOf(chooseWork([waiting('a', { ready: 2 })], NOBODY, 10))).toEqual({ a: 2 })
    expect(chooseWork([], NOBODY, 10)).toEqual({ choices: [], passes: NOBODY })
  })
})
