import { ErrorBody } from '@doslovno/contract/endpoint.ts'
import { errors } from '@doslovno/domain/errors.ts'
import { describe, expect, it } from 'vitest'

import { refused } from '#test/refusal.ts'

import { ApiError, codeOf, isRefusal, readErrorBody } from './api-error.ts'

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

  it('is all that 403 means', () => {
    const codes = Object.entries(errors).flatMap(([code, { status }]) => (status === 403 ? code : []))

    expect(codes).toEqual(['needAuthorization', 'accountDisabled'])
  })
})

const plain = { error: 'x', code: 'notFound', message: 'x' }

describe('the envelope of a failure', () => {
  it.each([
    [plain],
    [{ ...plain, error: { size: 2, fileName: 'a.mp3', fileSize: 1 } }],
    [{ ...plain, fields: { email: { code: 'required', message: 'x' } } }],
    [null],
    ['<html>'],
    [{ ...plain, code: 1 }],
    [{ ...plain, error: { size: '2', fileName: 'a.mp3', fileSize: 1 } }],
    [{ ...plain, fields: { email: 'required' } }],
    [{ ...plain, fields: null }],
  ])('is read as the contract has it: %j', (body) => {
    const { success } = ErrorBody.safeParse(body)

    expect(readErrorBody(body)).toBe(success ? body : undefined)
  })
})
