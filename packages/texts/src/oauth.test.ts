import { describe, expect, it } from 'vitest'

import { oauthTexts, providerFailure } from './oauth.ts'

const FAILURES = [
  { status: 400, wireText: 'Registration token required', text: 'Сначала нужно пройти регистрацию' },
  { status: 400, wireText: 'Token is not valid', text: 'Сначала нужно пройти регистрацию' },
  { status: 400, wireText: 'Token already used', text: 'Сначала нужно пройти регистрацию' },
  { status: 409, wireText: 'Something else', text: 'Пользователь с таким e-mail уже зарегистрирован' },
  { status: 400, wireText: 'User already exists', text: 'Пользователь с таким e-mail уже зарегистрирован' },
  { status: 502, wireText: 'Provider does not answer', text: 'Произошла ошибка' },
  { status: 404, wireText: 'Provider is switched off', text: 'Произошла ошибка' },
  { status: 0, wireText: undefined, text: 'Произошла ошибка' },
]

describe('a sign-in by another service', () => {
  it.each(FAILURES)('that fails with $status «$wireText» is explained as «$text» [AUTH-19]', (failure) => {
    expect(providerFailure(failure.status, failure.wireText)).toBe(failure.text)
  })

  it('names its provider while it works [AUTH-15]', () => {
    expect(oauthTexts.working('google')).toBe('Authorization via Google...')
    expect(oauthTexts.working('yandex')).toBe('Authorization via Yandex ID...')
    expect(oauthTexts.working('vk')).toBe('Authorization via VK...')
  })
})
