import { describe, expect, it } from 'vitest'

import { listSearch, toSearch } from './list-search.ts'

describe('the address of the list', () => {
  it('holds only what differs from the defaults', () => {
    expect(listSearch({ page: 1, sort: '-uploadAt', q: '' })).toEqual({})
    expect(listSearch({ page: 3, sort: '+fileName', q: ' лес ' })).toEqual({ page: 3, sort: '+fileName', q: 'лес' })
  })

  it('accepts a plus decoded as a space and a numeric search', () => {
    expect(listSearch({ page: '2', sort: ' uploadAt', q: 2026 })).toEqual({ page: 2, sort: '+uploadAt', q: '2026' })
  })

  it.each([
    { page: 0, sort: 'name', q: 'ab' },
    { page: -1, sort: 5, q: { $ne: 1 } },
    { page: 1.5, q: ['a', 'b', 'c'] },
    { page: 'many', sort: null, q: true },
  ])('falls back to the defaults for nonsense: %j', (search) => {
    expect(listSearch(search)).toEqual({})
  })
})

describe('a search', () => {
  it('starts from three characters [HOME-8]', () => {
    expect([toSearch('ле'), toSearch(' ле '), toSearch('лес')]).toEqual(['', '', 'лес'])
  })
})
