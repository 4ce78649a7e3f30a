import { LOCALE } from '#format.ts'
import { countOf } from '#language/plural.ts'

type DeclineReason =
  | 'insufficientFunds'
  | 'cardExpired'
  | 'cardData'
  | 'limitExceeded'
  | 'confirmationFailed'
  | 'restricted'
  | 'bankUnavailable'
  | 'other'

/** «1 490 ₽»; kopecks are shown only if there are any. */
export function roubles(amount: number): string {
  const digits = Number.isInteger(amount) ? 0 : 2
  return `${amount.toLocaleString(LOCALE, { minimumFractionDigits: digits, maximumFractionDigits: digits })}\u00a0₽`
}

export function minutesText(minutes: number): string {
  return countOf(minutes, ['минута', 'минуты', 'минут'])
}

/** Failures of a purchase, before or instead of a payment. */
export const purchaseProblems = {
  noEmail: 'Для оплаты привяжите e-mail к аккаунту',
  other: 'Произошла ошибка',
} as const

/** The event and the way out of it. */
export const declineTexts: Record<DeclineReason, string> = {
  insufficientFunds: 'На\u00a0карте не\u00a0хватает денег. Пополни её или выбери другую.',
  cardExpired: 'Срок карты закончился. Выбери другую.',
  cardData: 'Банк не\u00a0узнал карту. Проверь номер, срок и\u00a0код с\u00a0обратной стороны.',
  limitExceeded: 'Превышен лимит карты. Подними его в\u00a0приложении банка или выбери другую карту.',
  confirmationFailed: 'Платёж не\u00a0подтверждён. Попробуй ещё раз и\u00a0введи код, который пришлёт банк.',
  restricted: 'Банк запретил такую оплату. Позвони в\u00a0банк или выбери другую карту.',
  bankUnavailable: 'Банк не\u00a0ответил. Попробуй ещё раз через несколько минут.',
  other: 'Банк отклонил платёж и\u00a0не\u00a0назвал причину. Попробуй другую карту.',
}

/** The return from the payment page. */
export const paymentReturnTexts = {
  label: 'Оплата',
  waiting: {
    title: 'Ждём подтверждения платежа…',
    text: 'Обычно хватает минуты. Страницу можно закрыть: всё придёт само, как только банк ответит.',
    toPage: 'Вернуться к\u00a0оплате',
  },
  slow: {
    title: 'Платёж ещё не\u00a0подтверждён',
    text: 'Банк отвечает дольше обычного. Если деньги списались, всё придёт само, второй раз платить не\u00a0нужно.',
    check: 'Проверить сейчас',
  },
  declined: { title: 'Платёж не\u00a0прошёл', nothingTaken: 'Деньги не\u00a0списаны.' },
  closed: { title: 'Платёж не\u00a0завершён', text: 'Деньги не\u00a0списаны. Можно попробовать ещё раз.' },
  refunded: {
    title: 'Деньги вернули',
    text: (amount: string) =>
      `Этот платёж оказался лишним, поэтому мы\u00a0вернули ${amount} на\u00a0карту. Банк зачислит их за\u00a0несколько дней.`,
  },
  unknown: { title: 'Такого платежа нет', text: 'Проверь историю платежей ниже.' },
  again: 'Попробовать ещё раз',
  otherCard: 'Другая карта',
  toTariffs: 'К\u00a0тарифам',
  close: 'Закрыть',
} as const

export const successTexts = {
  title: 'Оплата прошла',
  tariff: (name: string) => `Тариф ${name} оплачен`,
  minutes: (minutes: number) => `+${minutesText(minutes)}`,
  balance: (minutes: number) => `Сейчас на\u00a0балансе ${minutesText(minutes)}.`,
  receipt: 'Чек придёт на\u00a0почту.',
  toLink: 'Вернуться к\u00a0ссылке',
  toUpload: 'Вернуться к\u00a0загрузке',
  toFile: 'Вернуться к\u00a0файлу',
  back: 'Вернуться',
  done: 'Отлично',
  close: 'Закрыть',
} as const

export const cancelTexts = {
  title: 'Отменить подписку?',
  until: (tariff: string, day: string) =>
    `Тариф ${tariff} поработает до\u00a0${day}, потом включится Free. Больше ничего не\u00a0спишем.`,
  atOnce: (tariff: string) => `Тариф ${tariff} сменится на\u00a0Free сразу. Больше ничего не\u00a0спишем.`,
  kept: 'Докупленные и\u00a0подаренные минуты останутся, а\u00a0загруженные файлы полежат столько, сколько мы\u00a0обещали.',
  confirm: 'Отменить подписку',
  cancel: 'Не\u00a0отменять',
  noExpiry: 'Не удалось сменить тариф. Обратитесь в поддержку',
  done: (day: string) => `Подписка отменена: тариф работает до\u00a0${day}`,
  doneAtOnce: 'Подписка отменена, теперь у\u00a0тебя Free',
} as const

/** The banner after a declined renewal. */
export const repayTexts = {
  label: 'Подписка',
  title: 'Не\u00a0удалось продлить подписку',
  until: (tariff: string, day: string) =>
    `Тариф ${tariff} сохранится до\u00a0${day}, новые минуты придут после оплаты.`,
  text: 'Новые минуты придут после оплаты.',
  again: 'Повторить платёж',
  otherCard: 'Другая карта',
} as const

export const promoTexts = {
  done: (minutes: number) => `Промокод сработал: +${minutesText(minutes)}`,
} as const

/** Names of goods for analytics. */
export const goodsTexts = { minutes: 'Дополнительные минуты', tariff: 'Тариф' } as const

/** The purpose of a payment, on the payment page, in the history and on the receipt. */
export const paymentTexts = {
  minutes: (minutes: number) => `Дополнительные минуты: ${countOf(minutes, ['минута', 'минуты', 'минут'])}`,
  tariff: (name: string, period: 'month' | 'year') => `Тариф «${name}» на\u00a0${period === 'year' ? 'год' : 'месяц'}`,
  renewal: (name: string, period: 'month' | 'year') =>
    `Продление тарифа «${name}» на\u00a0${period === 'year' ? 'год' : 'месяц'}`,
  refund: (description: string) => `Возврат: ${description}`,
} as const
