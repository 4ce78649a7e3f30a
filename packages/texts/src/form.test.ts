import { describe, expect, it } from 'vitest'

import { fieldErrorText } from './form.ts'

const FURTHER_CODES = [
  'auth.phoneWrongFormat',
  'auth.phoneAlreadyTaken',
  'auth.emailWrongFormat',
  'auth.emailAlreadyTaken',
  'auth.wrongLogin',
  'auth.wrongEmail',
  'auth.wrongPassword',
  'auth.wrongConfirmCode',
  'auth.emailNotFound',
  'busy',
  'tooShort',
  'publicUrlReserved',
  'publicUrlBusy',
  'invalidPublicUrl',
  'invalidDate',
  'webhook.scheme',
  'webhook.port',
  'webhook.credentials',
  'webhook.address',
]

const UNKNOWN = 'Произошла ошибка'

describe('fieldErrorText', () => {
  it.each([
    ['wrongFormat', 'Неверный формат'],
    ['required', 'Поле должно быть заполнено'],
    ['auth.passwordBreached', 'Этот пароль слишком известен — придумай другой'],
    ['auth.passwordTooShort', 'Пароль должен быть не короче 8 символов'],
    ['auth.passwordMustContainerLetters', 'В пароле должна быть хотя бы 1 буква'],
    ['auth.passwordMustContainNumbers', 'В пароле должна быть хотя бы 1 цифра'],
  ])('explains %s as «%s» [FORM-5]', (code, text) => {
    expect(fieldErrorText(code)).toBe(text)
  })

  it.each([
    ['invalidLink', 'Ошибка: Ссылка должна начинаться на http:// или https://'],
    ['linkUnsupported', 'Данная ссылка не поддерживается'],
    ['urlAccessDenied', 'Проверь, что файл по ссылке находится в открытом доступе'],
    ['errorOccurred', 'Ошибка загрузки ссылки'],
  ])('explains %s of a link as «%s» [LINK-3] [LINK-5]', (code, text) => {
    expect(fieldErrorText(code)).toBe(text)
  })

  it.each(['somethingNew', '', 'toString', '__proto__'])(
    'says «Произошла ошибка» for the unknown code "%s" [FORM-5]',
    (code) => {
      expect(fieldErrorText(code)).toBe(UNKNOWN)
    },
  )

  it.each(FURTHER_CODES)('has a Russian text of its own for %s [FORM-5] [FORM-7]', (code) => {
    expect(fieldErrorText(code)).toMatch(/[а-яё]/i)
    expect(fieldErrorText(code)).not.toBe(UNKNOWN)
  })
})
