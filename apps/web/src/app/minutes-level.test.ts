import { describe, expect, it } from 'vitest'

import { isLow, shareLeft } from './minutes-level.ts'

describe('the level of minutes', () => {
  it('is the share of what was granted, and never above it', () => {
    expect(shareLeft({ remain: 300, granted: 1200 })).toBe(0.25)
    expect(shareLeft({ remain: 90, granted: 60 })).toBe(1)
    expect(shareLeft({ remain: 0, granted: 0 })).toBe(0)
    expect(shareLeft({ remain: 5, granted: undefined })).toBeUndefined()
  })

  it.each([
    [9, 30, true],
    [10, 30, false],
    [119, 1200, true],
    [120, 1200, false],
    [9, undefined, true],
    [10, undefined, false],
  ])('is low for %s minutes out of %s: %s', (remain, granted, low) => {
    expect(isLow({ remain, granted })).toBe(low)
  })
})
