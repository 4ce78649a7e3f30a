import { errors } from '@doslovno/domain/errors.ts'
import { describe, expect, it } from 'vitest'

import { changeFailure, recoveryFailure, registrationFailure } from './mail-link-failures.ts'

const REGISTRATION = [
  ['tokenUsed', 'Token already used', 'Ссылка уже была использована'],
  ['wrongToken', 'Wrong token', 'Неверная ссылка'],
  ['userExists', 'User already exists', 'Пользователь с таким e-mail уже зарегистрирован'],
  ['tooManyRequests', 'Too many requests', 'Too many requests'],
] as const

const RECOVERY = [
  ['tokenUsed', 'Token already used', 'Ссылка уже была использована для восстановления пароля'],
  [
    'tokenNotValid',
    'Token is not valid',
    'Данная ссылка не действительна. Проверь ссылку в письме или напиши нам в поддержку',
  ],
  ['wrongToken', 'Wrong token', undefined],
] as const

const CHANGE = [
  ['tokenUsed', 'Token already used', 'Данная ссылка уже была использована'],
  ['tokenNotValid', 'Token is not valid', 'Данная ссылка не действительна'],
  ['userExists', 'User already exists', undefined],
] as const

describe('a mail link that fails', () => {
  it.each(REGISTRATION)('explains %s, «%s», at registration as «%s» [AUTH-8]', (code, wireText, text) => {
    expect(errors[code].message).toBe(wireText)
    expect(registrationFailure(code, wireText)).toBe(text)
  })

  it.each(['toString', 'Something new'])(
    'shows the wire text of an unknown code at registration: %s [AUTH-8]',
    (text) => {
      expect(registrationFailure(undefined, text)).toBe(text)
    },
  )

  it.each(RECOVERY)('explains %s, «%s», at password recovery as «%s» [AUTH-12]', (code, wireText, text) => {
    expect(errors[code].message).toBe(wireText)
    expect(recoveryFailure(code)).toBe(text)
  })

  it('does not blame the recovery link without a known code [AUTH-12]', () => {
    expect(recoveryFailure(undefined)).toBeUndefined()
  })

  it.each(CHANGE)('explains %s, «%s», at a change of e-mail or password as «%s» [AUTH-14]', (code, wireText, text) => {
    expect(errors[code].message).toBe(wireText)
    expect(changeFailure(code)).toBe(text)
  })

  it('does not blame the change link without a known code [AUTH-14]', () => {
    expect(changeFailure(undefined)).toBeUndefined()
  })
})
