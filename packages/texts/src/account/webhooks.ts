import { FAILING_DAYS, type SwitchOff } from '@doslovno/domain/webhooks/course.ts'

import { countOf } from '#language/plural.ts'

const days = countOf(FAILING_DAYS, ['дня', 'дней', 'дней'])

/** Events that an endpoint can be told about, by their name on the wire. */
export const webhookEventTexts = {
  'script.completed': 'Файл готов',
  'script.failed': 'Файл не\u00a0обработался',
  'summary.completed': 'Готово саммари или тезисы',
  'webhook.test': 'Пробное событие',
} as const

export const webhookTexts = {
  title: 'Вебхуки',
  empty: 'Вебхук сам сообщит твоему серверу, что файл готов: не\u00a0нужно спрашивать снова и\u00a0снова.',
  docs: 'Как принять событие и\u00a0проверить подпись',
  newTab: 'откроется в новой вкладке',
  add: 'Добавить вебхук',
  addMore: 'Добавить',
  limit: 'Больше пяти вебхуков добавить нельзя',
  failed: 'Не удалось загрузить вебхуки.',
  retry: 'Попробовать снова',
  notDone: 'Не получилось. Попробуй ещё раз.',
  tooMany: 'Слишком часто. Попробуй чуть позже.',

  form: {
    addTitle: 'Новый вебхук',
    editTitle: 'Изменить вебхук',
    url: 'Адрес',
    urlHint: 'Сюда мы отправим POST с\u00a0событием',
    urlExample: 'https://example.ru/webhooks/doslovno',
    events: 'О\u00a0чём сообщать',
    create: 'Добавить',
    save: 'Сохранить',
    cancel: 'Отмена',
    close: 'Закрыть',
    failed: 'Не удалось сохранить. Попробуй ещё раз.',
    limit: 'У\u00a0тебя уже пять вебхуков. Удали лишний, чтобы добавить новый.',
    created: 'Вебхук добавлен',
    saved: 'Изменения сохранены',
  },

  isOn: 'Включён',
  isOff: 'Выключен',
  switchOf: (url: string) => `Включён: ${url}`,
  events: 'Сообщаем',
  secret: 'Секрет подписи',
  copySecret: 'Скопировать секрет',
  secretCopied: 'Секрет скопирован',
  copyFailed: 'Не удалось скопировать',
  rotate: 'Сменить секрет',
  test: 'Отправить пробное',
  edit: 'Изменить',
  remove: 'Удалить',
  ofUrl: (action: string, url: string) => `${action}: ${url}`,
  testSent: 'Пробное событие отправлено',

  switchedOff: {
    failing: (date: string) => `Отключён ${date} после ${days} без ответа`,
    gone: (date: string) => `Отключён ${date}: адрес ответил, что его больше нет (410)`,
  } satisfies Record<SwitchOff, (date: string) => string>,
  switchedOffHint: 'События на\u00a0него не\u00a0приходят. Включи, когда адрес снова заработает.',
  switchOn: 'Включить снова',
  switchedOn: 'Вебхук включён',

  removal: {
    title: 'Удалить вебхук?',
    text: 'События больше не\u00a0придут, история доставок исчезнет. Вернуть её нельзя.',
    confirm: 'Удалить',
    done: 'Вебхук удалён',
  },

  rotation: {
    title: 'Сменить секрет подписи?',
    text: 'Сутки события будут подписаны и\u00a0новым, и\u00a0прежним секретом — успей заменить его у\u00a0себя.',
    confirm: 'Сменить',
    done: 'Секрет сменили',
  },

  deliveries: {
    title: 'Доставки',
    none: 'Пока ничего не\u00a0отправляли.',
    failed: 'Не удалось загрузить доставки.',
    more: 'Показать ещё',
    states: { sending: 'Отправляем', retry: 'Повторим', delivered: 'Доставлено', failed: 'Не\u00a0доставлено' },
    status: (status: number) => `код ${status}`,
    errors: {
      timeout: 'не\u00a0ответил за\u00a010\u00a0секунд',
      refused: 'соединение отклонено',
      address: 'адрес не\u00a0найден',
      tls: 'сертификат не\u00a0прошёл проверку',
      network: 'соединение оборвалось',
    },
    attempts: (count: number) => countOf(count, ['попытка', 'попытки', 'попыток']),
    next: (moment: string) => `следующая ${moment}`,
    again: 'Отправить снова',
    againOf: (event: string, moment: string) => `Отправить снова: ${event}, ${moment}`,
    sent: 'Отправляем снова',
    allAgain: 'Отправить снова всё недошедшее',
    allSent: (count: number) =>
      count === 0
        ? 'Всё дошло или ещё в\u00a0пути'
        : `Отправляем снова ${countOf(count, ['событие', 'события', 'событий'])}`,
  },
} as const
