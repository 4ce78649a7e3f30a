import { type ErrorCode, errors } from '@doslovno/domain/errors.ts'

import { authTexts } from './auth.ts'

const names = { google: 'Google', yandex: 'Yandex ID', vk: 'VK' } as const

export const oauthTexts = {
  working: (provider: keyof typeof names) => `Authorization via ${names[provider]}...`,
  failed: 'Произошла ошибка',
  closed: 'Новые аккаунты сейчас не создаём. Попробуй позже.',
  denied: 'Вход отменён. Попробуй ещё раз или войди другим способом.',
  unsafe: 'Не получилось войти. Вернись и попробуй ещё раз.',
  back: 'Назад',
  consent: {
    title: 'Остался один шаг',
    text: 'Это твой первый вход, поэтому сначала создадим аккаунт.',
    submit: 'Продолжить',
  },
} as const

const registrationFirst: ReadonlySet<ErrorCode> = new Set(['registrationTokenRequired', 'tokenNotValid', 'tokenUsed'])

/** Why a sign-in with a provider failed, by the server's reply. */
export function providerFailure(status: number, code: ErrorCode | undefined): string {
  if (status === errors.userExists.status || code === 'userExists')
    return 'Пользователь с таким e-mail уже зарегистрирован'
  if (code && registrationFirst.has(code)) return 'Сначала нужно пройти регистрацию'
  if (code === 'switchedOff') return oauthTexts.closed
  if (code === 'accountDisabled') return authTexts.login.disabled
  return oauthTexts.failed
}
