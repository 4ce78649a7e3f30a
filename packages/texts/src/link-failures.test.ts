import { describe, expect, it } from 'vitest'

import { changeFailure, recoveryFailure, registrationFailure } from './link-failures.ts'

const REGISTRATION = [
  ['Token already used', 'Ссылка уже была использована'],
  ['Wrong token', 'Неверная ссылка'],
  ['User already exists', 'Пользователь с таким e-mail уже зарегистрирован'],
  ['Too many requests', 'Too many requests'],
  ['toString', 'toString'],
]

const RECOVERY = [
  ['Token already used', 'Ссылка уже была использована для восстановления пароля'],
  ['Token is not valid', 'Данная ссылка не действительна. Проверь ссылку в письме или напиши нам в поддержку'],
  ['Wrong token', undefined],
  ['', undefined],
]

const CHANGE = [
  ['Token already used', 'Данная ссылка уже была использована'],
  ['Token is not valid', 'Данная ссылка не действительна'],
  ['User already exists', undefined],
  ['', undefined],
]

describe('a link of a mail that does not work', () => {
  it.each(REGISTRATION)(
    'says «%s» of a registration as «%s», and what it does not know as it is [AUTH-8]',
    (wire, text) => {
      expect(registrationFailure(wire ?? '')).toBe(text)
    },
  )

  it.each(RECOVERY)('says «%s» of a recovery as «%s» [AUTH-12]', (wire, text) => {
    expect(recoveryFailure(wire ?? '')).toBe(text)
  })

  it.each(CHANGE)('says «%s» of a change as «%s» [AUTH-14]', (wire, text) => {
    expect(changeFailure(wire ?? '')).toBe(text)
  })
})
