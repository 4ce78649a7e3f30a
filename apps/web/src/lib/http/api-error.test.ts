import { describe, expect, it } from 'vitest'

import { refused } from '#test/refusal.ts'

import { ApiError, codeOf, isRefusal } from './api-error.ts'

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

describe('a refusal', () => {
  it('asks to sign in, also where a proxy says so', () => {
    expect(isRefusal(refused('needAuthorization'))).toBe(true)
    expect(isRefusal(new ApiError(403, '<html>'))).toBe(true)
  })

  it('is not meant by what the user may not do: they stay signed in', () => {
    expect(isRefusal(refused('notAllowed'))).toBe(false)
  })
})
