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
  taken: (provider: keyof typeof names) =>
    `Войди по\u00a0почте и\u00a0паролю, открой «Аккаунт» и\u00a0привяжи ${authTexts.providers.names[provider]} в\u00a0разделе «${authTexts.providers.label}».`,
  consent: {
    title: 'Остался один шаг',
    text: 'Это твой первый вход, поэтому сначала создадим аккаунт.',
    submit: 'Продолжить',
  },
} as const

const registrationFirst: ReadonlySet<ErrorCode> = new Set(['registrationTokenRequired', 'tokenNotValid', 'tokenUsed'])

/** The section of the account page. */
export const linkedProviderTexts = {
  title: authTexts.providers.label,
  names: authTexts.providers.names,
  since: (day: string) => `Привязан: ${day}`,
  only: 'Пока это единственный способ войти. Чтобы отвязать, задай пароль или\u00a0привяжи ещё один сервис.',
  link: 'Привязать',
  linkOf: (name: string) => `Привязать ${name}`,
  linked: (provider: keyof typeof names) => `${authTexts.providers.names[provider]} привязан`,
  unlink: 'Отвязать',
  unlinkOf: (name: string) => `Отвязать ${name}`,
  unlinked: (provider: keyof typeof names) => `${authTexts.providers.names[provider]} отвязан`,
  blocked: 'Браузер не\u00a0дал открыть окно. Разреши всплывающие окна и\u00a0попробуй ещё раз.',
} as const

/** Why a sign-in with a provider failed, by the server's reply. */
export function providerFailure(status: number, code: ErrorCode | undefined): string {
  if (isTaken(status, code)) return 'Пользователь с таким e-mail уже зарегистрирован'
  if (code && registrationFirst.has(code)) return 'Сначала нужно пройти регистрацию'
  if (code === 'switchedOff') return oauthTexts.closed
  if (code === 'accountDisabled') return authTexts.login.disabled
  return oauthTexts.failed
}

/** Whether the e-mail of the provider's account has an account of ours, which it may be linked to. */
export function isTaken(status: number, code: ErrorCode | undefined): boolean {
  return status === errors.userExists.status || code === 'userExists'
}
