import { describe, expect, it } from 'vitest'

import { type KeptFile, withOpened } from './kept-rules.ts'

const file = (id: string, openedAt: number, bytes = 1): KeptFile => ({
  id,
  fileName: `${id}.mp3`,
  type: 'audio',
  seconds: 60,
  savedAt: openedAt,
  openedAt,
  bytes,
})
const LIMITS = { files: 3, bytes: 10 }
const idsOf = (files: readonly KeptFile[]) => files.map(({ id }) => id)

describe('kept files', () => {
  it('begin with the one opened last', () => {
    const { kept, dropped } = withOpened([file('b', 2), file('a', 1)], file('c', 3), LIMITS)

    expect(idsOf(kept)).toEqual(['c', 'b', 'a'])
    expect(dropped).toEqual([])
  })

  it('hold a file once, however often it is opened', () => {
    const { kept } = withOpened([file('b', 2), file('a', 1)], file('a', 3), LIMITS)

    expect(idsOf(kept)).toEqual(['a', 'b'])
  })

  it('lose the one that was not opened for longest when there are too many', () => {
    const { kept, dropped } = withOpened([file('a', 1), file('c', 3), file('b', 2)], file('d', 4), LIMITS)

    expect(idsOf(kept)).toEqual(['d', 'c', 'b'])
    expect(dropped).toEqual(['a'])
  })

  it('lose as many as needed when they are too large', () => {
    const { kept, dropped } = withOpened([file('b', 2, 4), file('a', 1, 2)], file('c', 3, 7), LIMITS)

    expect(idsOf(kept)).toEqual(['c'])
    expect(dropped).toEqual(['b', 'a'])
  })

  it('do not hold a file that is larger than all of them may be', () => {
    const { kept, dropped } = withOpened([], file('a', 1, 11), LIMITS)

    expect(kept).toEqual([])
    expect(dropped).toEqual(['a'])
  })

  it('are at most 30 and 50 MB', () => {
    const many = Array.from({ length: 30 }, (_, index) => file(`f${index}`, index))

    expect(withOpened(many, file('new', 31)).kept).toHaveLength(30)
    expect(withOpened([file('a', 1, 30_000_000)], file('b', 2, 20_000_001)).dropped).toEqual(['a'])
  })
})
