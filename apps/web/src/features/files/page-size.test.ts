import { describe, expect, it } from 'vitest'

import { memoryStorage } from '#lib/session/test-tokens.ts'

import { pageAfterResize, recallPageSize, rememberPageSize } from './page-size.ts'

describe('the size of a page', () => {
  it('is 10 until another one of 10, 20, 50 and 100 is chosen, and that is kept under pageSize [HOME-5]', () => {
    const memory = memoryStorage({})
    expect(recallPageSize(memory)).toBe(10)

    for (const size of [20, 50, 100]) {
      rememberPageSize(memory, size)
      expect(memory.getItem('pageSize')).toBe(String(size))
      expect(recallPageSize(memory)).toBe(size)
    }
  })

  it('is not kept when it is the first one again [HOME-5]', () => {
    const memory = memoryStorage({ pageSize: '50' })

    rememberPageSize(memory, 10)

    expect(memory.getItem('pageSize')).toBeNull()
  })

  it.each(['15', 'many', '-10', ''])('that is kept as %j is as if it were not [HOME-5]', (kept) => {
    expect(recallPageSize(memoryStorage({ pageSize: kept }))).toBe(10)
  })

  it.each([
    [5, 10, 20, 3],
    [3, 20, 10, 5],
    [1, 10, 100, 1],
    [11, 10, 100, 2],
  ])('changes page %d of %d so that its first file stays in sight: of %d it is page %d', (page, size, next, after) => {
    expect(pageAfterResize(page, size, next)).toBe(after)
  })
})
