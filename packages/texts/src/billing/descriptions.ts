import { countOf } from '#language/plural.ts'

/** The purpose of a payment, on the payment page, in the history and on the receipt. */
export const paymentTexts = {
  minutes: (minutes: number) => `Дополнительные минуты: ${countOf(minutes, ['минута', 'минуты', 'минут'])}`,
  tariff: (name: string, period: 'month' | 'year') => `Тариф «${name}» на\u00a0${period === 'year' ? 'год' : 'месяц'}`,
  renewal: (name: string, period: 'month' | 'year') =>
    `Продление тарифа «${name}» на\u00a0${period === 'year' ? 'год' : 'месяц'}`,
  refund: (description: string) => `Возврат: ${description}`,
} as const
