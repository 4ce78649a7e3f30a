import type { PasswordCheck, Strength } from '@doslovno/domain/account/password.ts'
import type { ErrorCode } from '@doslovno/domain/errors.ts'

import { FREE_MINUTES } from '#brand.ts'

export const authTexts = {
  login: {
    title: 'С возвращением',
    email: 'E-mail',
    password: 'Пароль',
    forgot: 'Не помнишь пароль?',
    submit: 'Войти',
    failed: 'Что-то пошло не так',
    disabled: 'Аккаунт отключён, файлы на\u00a0месте. Чтобы вернуть доступ, напиши администратору.',
    noAccount: 'Ещё нет аккаунта?',
    toRegister: 'Зарегистрироваться',
  },
  providers: {
    label: 'Вход через другие сервисы',
    signIn: 'Войти через',
    names: { google: 'Google', yandex: 'Яндекс ID', vk: 'VK' },
    or: 'или по почте',
  },
  register: {
    title: 'Регистрация',
    /** The first text is highlighted. */
    gift: [FREE_MINUTES, 'сразу после подтверждения почты, бесплатно'],
    name: 'Имя',
    surname: 'Фамилия',
    email: 'E-mail',
    password: 'Пароль',
    submit: 'Создать аккаунт',
    failed: 'Что-то пошло не так',
    hasAccount: 'Уже есть аккаунт?',
    toLogin: 'Войти',
    sentTitle: 'Проверь почту',
    /** The address goes between the two. */
    sent: ['Мы отправили письмо на', 'Открой ссылку из него, чтобы подтвердить адрес: она работает сутки.'],
    spam: 'Не видишь письма? Загляни в\u00a0папку «Спам».',
    sentAction: 'Перейти ко входу',
  },
  /** «Принимаю [оферту] и [политику конфиденциальности]». */
  consent: {
    start: 'Принимаю',
    offer: 'оферту',
    and: 'и',
    privacy: 'политику конфиденциальности',
    agree: 'и\u00a0даю',
    personalData: 'согласие на\u00a0обработку персональных данных',
    newTab: 'откроется в новой вкладке',
  },
  /** Says the same for every address. */
  resend: {
    notCome: 'Не\u00a0пришло письмо?',
    notConfirmed: 'Ещё не\u00a0подтвердил почту? Открой ссылку из\u00a0письма. Не\u00a0пришло?',
    action: 'Отправить ещё раз',
    done: 'Если этот адрес ждёт подтверждения, письмо уже в\u00a0пути.',
  },
  recover: {
    title: 'Восстановление пароля',
    text: 'Укажи e-mail своего аккаунта: пришлём ссылку, по которой можно задать новый пароль.',
    email: 'E-mail',
    submit: 'Отправить письмо',
    toLogin: 'Вернуться ко входу',
    sentTitle: 'Проверь почту',
    sent: 'Если такой адрес у нас есть, письмо уже в пути',
    sentHint: 'Ссылка в нём работает час. Не видишь письма? Загляни в папку «Спам».',
  },
  newPassword: {
    title: 'Новый пароль',
    text: 'Придумай пароль, которого нет на других сайтах.',
    password: 'Новый пароль',
    isStolen: 'В\u00a0аккаунт заходил кто-то чужой',
    isStolenHint:
      'Уберём всё, что добавили за\u00a0три дня: ключи доступа, приложение для\u00a0входа, вебхуки, ссылки на\u00a0файлы, приглашения.',
    submit: 'Сохранить пароль',
    done: 'Пароль успешно изменен',
    askAgain: 'Получить новую ссылку',
    writeUs: 'Написать в\u00a0поддержку',
  },
  confirm: {
    waiting: 'Ожидание ответа сервера...',
    failed: 'Произошла ошибка',
    noAnswer: 'Сервер не отвечает. Проверь связь с интернетом и попробуй ещё раз.',
    retry: 'Попробовать ещё раз',
    toLogin: 'Ко входу',
    toAccount: 'Перейти в аккаунт',
    back: 'Назад',
  },
  registered: {
    title: 'Почта подтверждена',
    text: 'Аккаунт готов, открываем его.',
    action: 'К моим файлам',
  },
  changed: {
    email: { title: 'Новый адрес успешно подтвержден', text: 'Теперь входи с ним: прежний адрес больше не работает.' },
    password: { title: 'Новый пароль успешно подтвержден', text: 'Теперь входи с ним: прежний больше не работает.' },
  },
  reverted: {
    title: 'Прежняя почта возвращена',
    text: 'Аккаунт закрыт на\u00a0всех устройствах, пароль прежний. Если его мог узнать кто-то ещё, задай новый.',
    newPassword: 'Задать новый пароль',
  },
  /** The quote beside the form; its middle is highlighted. */
  quote: ['«…и тогда мы решили, что ', 'каждое слово', ' должно найтись за\u00a0секунду».'],
  pitch: 'О\u00a0сервисе',
  promises: ['Таймкод у каждого абзаца', 'Нажми на слово — услышишь его', 'Файлы видишь только ты'],
} as const

/** Why a right or wrong password opened no account, for a reply that names no field. */
export function loginFailure(code: ErrorCode | undefined): string {
  return code === 'accountDisabled' ? authTexts.login.disabled : authTexts.login.failed
}

/** For a form that hit the rate limit. */
export const tooManyText = 'Слишком много попыток. Подожди немного и попробуй ещё раз.'

/** Why the registration form cannot be sent yet. */
export const registerHints = {
  fields: 'Заполнены не все поля',
  consent: 'Примите оферту и политику конфиденциальности',
  password: 'Пароль недостаточно безопасный',
  error: 'Исправь поле с ошибкой',
} as const

const checks: Record<PasswordCheck, string> = {
  length: '8 символов',
  uppercase: 'Заглавная буква',
  lowercase: 'Строчная буква',
  digit: 'Цифра',
  special: 'Спецсимвол',
}

const levels: Record<Strength['level'], string> = {
  weak: 'Слабый пароль',
  medium: 'Средний пароль',
  strong: 'Надёжный пароль',
}

export const passwordTexts = {
  show: 'Показать пароль',
  hide: 'Скрыть пароль',
  meter: 'Надёжность пароля',
  advice: 'Надёжный пароль: не короче 8 символов, с заглавной и строчной буквами, цифрой и спецсимволом',
  passed: 'есть',
  checks,
  levels,
} as const
