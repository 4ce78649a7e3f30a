import { countOf } from '#language/plural.ts'

/** While a purchase is under way, and after it. */
export const chargeTexts = {
  busy: 'Ждём ответа банка',
  late: 'Банк пока не\u00a0ответил. Можно закрыть страницу: как только платёж пройдёт, он появится в\u00a0истории.',
  unsure: 'Прежде чем платить ещё раз, загляни в\u00a0историю платежей: деньги могли списаться.',
  otherCard: 'Оплатить другой картой',
} as const

export const paymentSettingsTexts = {
  title: 'Платёжные настройки',
  noCard: 'Карта не\u00a0привязана',
  noCardHint: 'Карта сохранится, когда ты оформишь подписку или отметишь это при покупке минут.',
  cardHint: 'С\u00a0неё оплачиваются покупки в\u00a0один клик и\u00a0продление подписки.',
  unlink: 'Отвязать карту',
  unlinkTitle: 'Отвязать карту?',
  unlinkText: 'Мы\u00a0больше не\u00a0сможем ничего с\u00a0неё списать.',
  unlinkEnds: (tariff: string, day: string) =>
    `Подписка не\u00a0продлится: тариф ${tariff} проработает до\u00a0${day}, потом станет Free.`,
  unlinked: 'Карта отвязана',
  subscription: 'Автопродление',
  none: 'Подписки нет, списаний не\u00a0будет.',
  granted: 'Тариф подключён без оплаты, списаний не\u00a0будет.',
  renews: (day: string, sum: string) =>
    `Подписка продлевается сама: ${day} спишем ${sum} с\u00a0сохранённой карты. За\u00a03\u00a0дня пришлём письмо.`,
  cancelled: (day: string) => `Подписка отменена: ${day} тариф станет Free, списаний больше не\u00a0будет.`,
  overdue: 'Продлить подписку не\u00a0получилось. Её можно оплатить или отменить.',
  cancel: 'Отменить подписку',
} as const

/** The labels are required to the letter. */
export const paymentHistoryTexts = {
  title: 'История платежей',
  none: 'Платежей пока нет.',
  showAll: (count: number) => `Показать все ${countOf(count, ['платёж', 'платежа', 'платежей'])}`,
  pay: 'Оплатить',
  payFor: (description: string) => `Оплатить: ${description}`,
  refunded: (sum: string) => `Возвращено ${sum}`,
  receipts: {
    pending: 'Чек готовится',
    succeeded: 'Чек отправлен на\u00a0почту',
    canceled: 'Чек не\u00a0оформлен. Напиши нам.',
  },
  statuses: {
    pending: 'Ожидание оплаты',
    success: 'Оплачено',
    cancel: 'Платеж отменен',
    error: 'Ошибка Платеж отменен',
  },
} as const

/** YooKassa names a saved card «Bank card *4477»; other methods keep their titles. */
export function cardName(title: string): string {
  return title.replace(/^Bank card /, 'Карта\u00a0').replace(/\*+(?=\d{4}$)/, '••\u00a0')
}
