import { describe, expect, it } from 'vitest'

import { afterClick } from './selection.ts'

const among = ['a', 'b', 'c', 'd', 'e']
const click = (selected: string[], id: string, anchor?: string, isRange = anchor !== undefined) =>
  [...afterClick(new Set(selected), { id, anchor, among, isRange })].toSorted().join('')

describe('a selection', () => {
  it('takes a file and lets it go', () => {
    expect(click([], 'b')).toBe('b')
    expect(click(['a', 'b'], 'b')).toBe('a')
  })

  it('takes a range down and up from the click before', () => {
    expect(click(['b'], 'd', 'b')).toBe('bcd')
    expect(click(['d'], 'b', 'd')).toBe('bcd')
  })

  it('lets a range go when its end was selected', () => {
    expect(click(['a', 'b', 'c', 'd'], 'd', 'b')).toBe('a')
  })

  it('takes one file if the click before is not shown any more', () => {
    expect(click([], 'd', 'gone')).toBe('d')
    expect(click([], 'd', undefined, true)).toBe('d')
  })
})
