import { describe, expect, it } from 'vitest'

import { refused } from '#test/refusal.ts'

import { ApiError, codeOf } from './api-error.ts'

describe('the code of a failed call', () => {
  it("is the server's", () => {
    expect(refused('mediaBroken').code).toBe('mediaBroken')
    expect(codeOf(refused('editConflict'))).toBe('editConflict')
  })

  it.each(['somethingNew', 'toString', ''])('is undefined if this version does not know it: «%s»', (code) => {
    expect(new ApiError(400, { error: 'x', code, message: 'x' }).code).toBeUndefined()
  })

  it.each([
    ['a page of a proxy', new ApiError(502, '<html>')],
    ['no answer', new ApiError(0, null)],
    ['a mistake of the browser', new TypeError('x')],
  ])('is undefined for %s', (_, error) => {
    expect(codeOf(error)).toBeUndefined()
  })
})
