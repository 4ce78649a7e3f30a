import { describe, expect, it } from 'vitest'

import { readMoment, writeMoment } from './link-moment.ts'

describe('the moment of a link', () => {
  it.each([
    [68.6, { startAt: 68.6 }],
    ['68', { startAt: 68 }],
    ['68.6-91.3', { startAt: 68.6, endAt: 91.3 }],
    ['91-68', {}],
    ['-5', {}],
    ['5-', {}],
    ['1-2-3', {}],
    ['1e3', {}],
    ['abc', {}],
    [undefined, {}],
  ])('is read: %s', (text, moment) => {
    expect(readMoment(text)).toEqual(moment)
  })

  it('is written to tenths, and a fragment never ends before its last word', () => {
    expect(writeMoment(68.64)).toBe('68.6')
    expect(writeMoment(68)).toBe('68')
    expect(writeMoment(68.64, 91.21)).toBe('68.6-91.3')
  })
})
