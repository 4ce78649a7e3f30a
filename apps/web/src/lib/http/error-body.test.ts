import { ErrorBody } from '@doslovno/contract/endpoint.ts'
import { describe, expect, it } from 'vitest'

import { readErrorBody } from './error-body.ts'

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
