import { errors } from '@doslovno/domain/errors.ts'

const names = { google: 'Google', yandex: 'Yandex ID', vk: 'VK' } as const

export const oauthTexts = {
  working: (provider: keyof typeof names) => `Authorization via ${names[provider]}...`,
  failed: 'Произошла ошибка',
  denied: 'Вход отменён. Попробуй ещё раз или войди другим способом.',
  unsafe: 'Не получилось войти. Вернись и попробуй ещё раз.',
  back: 'Назад',
  consent: {
    title: 'Остался один шаг',
    text: 'Это твой первый вход, поэтому сначала создадим аккаунт.',
    submit: 'Продолжить',
  },
} as const

const { tokenNotValid, tokenUsed, userExists } = errors
const REGISTER_FIRST: readonly string[] = ['Registration token required', tokenNotValid.message, tokenUsed.message]

/** Why a sign-in by another service did not work, by the server's answer. */
export function providerFailure(status: number, wireText: string | undefined): string {
  if (status === userExists.status || wireText === userExists.message)
    return 'Пользователь с таким e-mail уже зарегистрирован'
  if (wireText !== undefined && REGISTER_FIRST.includes(wireText)) return 'Сначала нужно пройти регистрацию'
  return oauthTexts.failed
}
