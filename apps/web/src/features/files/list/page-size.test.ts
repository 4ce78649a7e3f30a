import { describe, expect, it } from 'vitest'

import { stubStorage } from '#test/session.ts'

import { pageAfterResize, pageSize } from './page-size.ts'

describe('the page size', () => {
  it('is 10 unless 10, 20, 50 or 100 is chosen, stored under pageSize [HOME-5]', () => {
    const memory = stubStorage()
    expect(pageSize.recall()).toBe(10)

    for (const size of [20, 50, 100]) {
      pageSize.remember(size)
      expect(memory.getItem('pageSize')).toBe(String(size))
      expect(pageSize.recall()).toBe(size)
    }
  })

  it('is not stored when it is the default [HOME-5]', () => {
    const memory = stubStorage({ pageSize: '50' })

    pageSize.remember(10)

    expect(memory.getItem('pageSize')).toBeNull()
  })

  it.each(['15', 'many', '-10', ''])('ignores %j in the storage [HOME-5]', (kept) => {
    stubStorage({ pageSize: kept })

    expect(pageSize.recall()).toBe(10)
  })

  it.each([
    [5, 10, 20, 3],
    [3, 20, 10, 5],
    [1, 10, 100, 1],
    [11, 10, 100, 2],
  ])('changes page %d of %d so that its first file stays visible: of %d it is page %d', (page, size, next, after) => {
    expect(pageAfterResize(page, size, next)).toBe(after)
  })
})
