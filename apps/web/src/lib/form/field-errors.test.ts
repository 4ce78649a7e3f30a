import { describe, expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'

import { isMissing, missingFields, serverFieldErrors } from './field-errors.ts'

describe('a required field', () => {
  it.each([[null], [undefined], [''], ['   '], ['\n\t'], [[]]])('is missing when it holds %j [FORM-1]', (value) => {
    expect(isMissing(value)).toBe(true)
  })

  it.each([['a'], [' a '], [0], [false], [['a']]])('is filled in when it holds %j [FORM-1]', (value) => {
    expect(isMissing(value)).toBe(false)
  })

  it('gets the code `required` and «Поле должно быть заполнено» when it is missing [FORM-1] [FORM-6]', () => {
    const errors = missingFields({ name: ' ', email: 'a@b.ru', formats: [] }, ['name', 'email', 'formats'])

    const required = { code: 'required', message: 'Поле должно быть заполнено' }
    expect(errors).toEqual({ name: required, formats: required })
  })

  it('is tracked by name: a field that is not required may be empty [FORM-6]', () => {
    expect(missingFields({ name: '', surname: '' }, ['name'])).toHaveProperty('name')
    expect(missingFields({ name: 'Анна', surname: '' }, ['name'])).toEqual({})
  })
})

describe('server errors', () => {
  const failure = (fields: unknown) =>
    new ApiError(400, { error: 'Invalid request', code: 'invalidRequest', message: 'Invalid request', fields })

  it('are assigned to the fields they name, as a code and its Russian message [FORM-3] [FORM-6]', () => {
    const error = failure({
      email: { code: 'auth.emailAlreadyTaken', message: 'Taken' },
      other: { code: 'busy', message: 'x' },
    })

    expect(serverFieldErrors(error, ['email', 'password'])).toEqual({
      email: { code: 'auth.emailAlreadyTaken', message: 'Этот e-mail уже занят' },
    })
  })

  it('are «Произошла ошибка» for an unknown code [FORM-5]', () => {
    const error = failure({ email: { code: 'somethingNew', message: 'Something new' } })

    expect(serverFieldErrors(error, ['email'])).toMatchObject({ email: { message: 'Произошла ошибка' } })
  })

  it.each([[new Error('x')], [new ApiError(0, null)], [new ApiError(502, '<html>')]])(
    'are empty when %s names no field [FORM-3]',
    (error) => {
      expect(serverFieldErrors(error, ['email'])).toEqual({})
    },
  )
})
