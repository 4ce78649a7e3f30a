import type { ErrorCode } from '@doslovno/domain/errors.ts'

import { brand } from '#brand.ts'
import { countOf } from '#language/plural.ts'

const CODES = ['код', 'кода', 'кодов'] as const

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
  wrongCode: 'Неверный код',
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

/** The section of the account page. */
export const secondFactorTexts = {
  title: 'Двухфакторная защита',
  loading: 'Загружаем защиту аккаунта',
  failed: 'Не\u00a0удалось загрузить защиту аккаунта.',
  retry: 'Повторить',
  on: 'Включено',
  lead: {
    off: 'Добавь второй шаг при\u00a0входе: аккаунт останется твоим, даже если кто-то узнает пароль.',
    on: 'При\u00a0входе с\u00a0паролем нужен ещё и\u00a0второй шаг.',
  },
  app: {
    title: 'Приложение с\u00a0кодами',
    text: 'Яндекс Ключ, Google Authenticator или\u00a0другое: оно показывает новый код каждые 30\u00a0секунд.',
    add: 'Подключить',
    remove: 'Отключить',
    removeTitle: 'Отключить приложение?',
    removeText: 'Коды из\u00a0него больше не\u00a0понадобятся. Запись в\u00a0приложении можно будет удалить.',
    removed: 'Приложение отключено',
    added: 'Приложение подключено',
  },
  setUp: {
    title: 'Подключить приложение',
    scan: 'Отсканируй код приложением',
    qr: 'QR-код для\u00a0приложения',
    type: 'Или введи в\u00a0нём этот ключ:',
    copy: 'Скопировать ключ',
    copied: 'Ключ скопирован',
    copyFailed: 'Не\u00a0удалось скопировать',
    code: 'Код из\u00a0приложения',
    hint: 'Шесть цифр, которые приложение покажет после этого',
    submit: 'Подключить',
  },
  passkeys: {
    title: 'Ключи доступа',
    text: 'Вход по\u00a0отпечатку, лицу или PIN-коду устройства — без\u00a0пароля и\u00a0кодов.',
    unsupported: 'Этот браузер не\u00a0умеет работать с\u00a0ключами доступа.',
    add: 'Добавить ключ',
    addTitle: 'Добавить ключ доступа',
    addText: 'Браузер попросит подтвердить, что это ты, и\u00a0сохранит ключ.',
    name: 'Название',
    defaultName: 'Мой ключ',
    added: 'Ключ доступа добавлен',
    made: (day: string) => `Добавлен: ${day}`,
    used: (day: string) => `последний вход: ${day}`,
    unused: 'ещё не\u00a0использовался',
    remove: 'Удалить',
    removeOf: (name: string) => `Удалить ключ: ${name}`,
    removeTitle: 'Удалить ключ доступа?',
    removeText: (name: string) => `Войти с\u00a0ключом «${name}» больше не\u00a0получится.`,
    removed: 'Ключ доступа удалён',
  },
  codes: {
    title: 'Коды восстановления',
    left: (count: number) => (count === 0 ? 'Коды закончились' : `Осталось: ${countOf(count, CODES)}`),
    text: 'Помогут войти, если приложение или ключ потеряются.',
    renew: 'Получить новые',
    renewTitle: 'Новые коды восстановления',
    renewText: 'Прежние коды перестанут работать.',
    shownOnce: 'Сохрани эти коды: больше мы их не\u00a0покажем. Каждый сработает один раз.',
    list: 'Коды восстановления',
    copy: 'Скопировать',
    copied: 'Коды скопированы',
    copyFailed: 'Не\u00a0удалось скопировать',
    download: 'Скачать',
    fileName: 'doslovno-recovery-codes.txt',
    file: (codes: readonly string[]) =>
      `${brand.name}: коды восстановления\nКаждый код сработает один раз.\n\n${codes.join('\n')}\n`,
    saved: 'Я сохранил',
  },
  proof: {
    password: { label: 'Текущий пароль', text: 'Подтверди, что это ты.', choose: 'Подтвердить паролем' },
    code: {
      label: 'Код из\u00a0приложения или код восстановления',
      text: 'Подтверди, что это ты.',
      choose: 'Подтвердить кодом',
    },
    signIn: { text: '', choose: 'Подтвердить недавним входом' },
    next: 'Продолжить',
    confirm: 'Подтвердить',
  },
} as const
