import type { ErrorCode } from '@doslovno/domain/errors.ts'

import { authTexts } from './auth.ts'

/** The second step of a sign-in. */
export const secondStepTexts = {
  title: 'Второй шаг',
  totp: {
    lead: 'Открой приложение с\u00a0кодами и\u00a0введи шесть цифр для\u00a0Дословно.',
    label: 'Код из\u00a0приложения',
    choose: 'Код из\u00a0приложения',
  },
  recoveryCode: {
    lead: 'Введи один из\u00a0кодов, которые ты сохранил, когда включал защиту. Он сработает один раз.',
    label: 'Код восстановления',
    choose: 'Код восстановления',
  },
  passkey: {
    lead: 'Подтверди, что это ты: отпечатком, лицом или PIN-кодом устройства.',
    choose: 'Использовать ключ доступа',
  },
  submit: 'Войти',
  otherWays: 'Другие способы',
  back: 'Назад',
  expired: 'Время на\u00a0второй шаг вышло. Войди ещё раз.',
  startAgain: 'Начать заново',
} as const

export const passkeyLoginTexts = { signIn: 'Войти с\u00a0ключом доступа' } as const

const failures: Partial<Record<ErrorCode, string>> = {
  accountDisabled: authTexts.login.disabled,
  wrongCode: 'Неверный код',
  userExists: 'Не\u00a0получилось: этим сервисом входят в\u00a0другой аккаунт. Сначала отвяжи его там.',
  tooManyRequests: 'Слишком много попыток. Подожди немного и\u00a0попробуй ещё раз.',
  passkeyRefused: 'Этот ключ доступа не\u00a0подошёл',
  challengeExpired: 'Время вышло. Попробуй ещё раз.',
  secondFactorLimit: 'Больше добавить нельзя. Сначала удали что-нибудь из\u00a0старого.',
  proofNeeded: 'Ты вошёл давно. Выйди, войди ещё раз и\u00a0сразу повтори.',
}

/** Why a proof was not accepted. */
export function factorFailure(code: ErrorCode | undefined): string {
  return (code && failures[code]) ?? 'Не\u00a0получилось. Попробуй ещё раз.'
}

/** Why the browser gave no passkey. */
export const passkeyProblems = {
  dismissed: 'Ключ доступа не\u00a0получен: окно браузера закрыто или\u00a0время вышло.',
  exists: 'На\u00a0этом устройстве ключ доступа уже есть.',
} as const
