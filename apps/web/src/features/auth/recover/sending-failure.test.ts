import { expect, it } from 'vitest'

import { ApiError } from '#lib/http/api-error.ts'

import { sendingFailure } from './sending-failure.ts'

it('asks to wait after too many requests, and reports any other failure generally', () => {
  expect(sendingFailure(new ApiError(429, null))).toBe('Слишком много попыток. Подожди немного и попробуй ещё раз.')
  expect(sendingFailure(new ApiError(500, null))).toBe('Что-то пошло не так')
  expect(sendingFailure(new TypeError('x'))).toBe('Что-то пошло не так')
})
