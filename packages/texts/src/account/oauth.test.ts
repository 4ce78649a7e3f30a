import { errors } from '@doslovno/domain/errors.ts'
import { describe, expect, it } from 'vitest'

import { authTexts } from './auth.ts'
import { oauthTexts, providerFailure } from './oauth.ts'

const FAILURES = [
  {
    code: 'registrationTokenRequired',
    wireText: 'Registration token required',
    text: 'Сначала нужно пройти регистрацию',
  },
  { code: 'tokenNotValid', wireText: 'Token is not valid', text: 'Сначала нужно пройти регистрацию' },
  { code: 'tokenUsed', wireText: 'Token already used', text: 'Сначала нужно пройти регистрацию' },
  { code: 'userExists', wireText: 'User already exists', text: 'Пользователь с таким e-mail уже зарегистрирован' },
  {
    code: 'accountDisabled',
    wireText: 'The account is disabled',
    text: authTexts.login.disabled,
  },
  { code: 'providerFailed', wireText: 'Provider does not answer', text: 'Произошла ошибка' },
  { code: 'providerOff', wireText: 'Provider is switched off', text: 'Произошла ошибка' },
] as const

describe('a sign-in with a provider', () => {
  it.each(FAILURES)('explains $code, «$wireText», as «$text» [AUTH-19]', ({ code, wireText, text }) => {
    const { status, message } = errors[code]

    expect(message).toBe(wireText)
    expect(providerFailure(status, code)).toBe(text)
  })

  it.each([
    { status: 409, text: 'Пользователь с таким e-mail уже зарегистрирован' },
    { status: 400, text: 'Произошла ошибка' },
    { status: 0, text: 'Произошла ошибка' },
  ])('explains $status without a known code as «$text» [AUTH-19]', ({ status, text }) => {
    expect(providerFailure(status, undefined)).toBe(text)
  })

  it('recognises an existing user by the code under any status [AUTH-19]', () => {
    expect(providerFailure(400, 'userExists')).toBe('Пользователь с таким e-mail уже зарегистрирован')
  })

  it('names the provider while it is in progress [AUTH-15]', () => {
    expect(oauthTexts.working('google')).toBe('Authorization via Google...')
    expect(oauthTexts.working('yandex')).toBe('Authorization via Yandex ID...')
    expect(oauthTexts.working('vk')).toBe('Authorization via VK...')
  })
})
