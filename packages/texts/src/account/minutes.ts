import { countOf, pluralOf } from '#language/plural.ts'

const MINUTES = ['минута', 'минуты', 'минут'] as const
const OF_MINUTES = ['минуты', 'минут', 'минут'] as const

/** Tariff, balances, promo code and extra minutes of the account page. */
export const minutesTexts = {
  title: 'Тариф и минуты',
  change: 'Сменить тариф',
  loading: 'Загружаем тариф и\u00a0минуты',
  failed: 'Не удалось загрузить тариф и\u00a0минуты.',
  retry: 'Повторить',
  unlimited: 'Минуты без ограничений',
  plan: {
    rest: (all: number, tariff: string) => `из\u00a0${countOf(all, OF_MINUTES)} тарифа ${tariff}`,
    none: (tariff: string) => `минут тарифа ${tariff}`,
    unlimited: (tariff: string) => `по\u00a0тарифу ${tariff}`,
    unlimitedUntil: (day: string) => `До\u00a0${day}, потом Free`,
    bar: 'Остаток минут тарифа',
    renewed: (day: string) => `Обновятся ${day}, не\u00a0переносятся`,
    until: (day: string) => `Действуют до\u00a0${day}, не\u00a0переносятся`,
    afterPayment: 'Новые минуты придут после оплаты',
  },
  extra: {
    rest: (count: number) =>
      pluralOf(count, ['дополнительная минута', 'дополнительные минуты', 'дополнительных минут']),
    bar: 'Остаток дополнительных минут',
    until: (day: string) => `Действуют до\u00a0${day}`,
    first: (count: number, day: string) => `Из\u00a0них ${countOf(count, MINUTES)} — до\u00a0${day}`,
    none: 'Их можно купить или получить по\u00a0промокоду',
  },
  facts: {
    tariff: 'Тариф',
    month: 'оплата раз в\u00a0месяц',
    year: 'оплата раз в\u00a0год',
    paidUntil: 'Оплачен до',
    worksUntil: 'Действует до',
    nextPayment: 'Следующий платёж',
    payment: (day: string, sum: string) => `${day}, ${sum}`,
    nextTariff: 'Следующий тариф',
    from: (tariff: string, day: string) => `${tariff} с\u00a0${day}`,
    nextMinutes: 'Следующие минуты',
    fileSize: 'Размер файла',
    upTo: (size: string) => `до\u00a0${size}`,
    price: 'Дополнительная минута',
  },
  failedPayment: {
    title: 'Не\u00a0удалось продлить подписку',
    text: (tariff: string, day: string) =>
      `Тариф ${tariff} работает до\u00a0${day}, но\u00a0новые минуты придут только после оплаты. Потом он станет Free.`,
    textSoon: (tariff: string) => `Тариф ${tariff} ещё работает, но\u00a0новые минуты придут только после оплаты.`,
    repay: 'Повторить платёж',
    otherCard: 'Другая карта',
  },
  cancelled: {
    title: 'Подписка отменена',
    text: (tariff: string, day: string) =>
      `${tariff} работает до\u00a0${day}, потом Free. Списаний больше не\u00a0будет.`,
    resume: 'Возобновить',
    resumed: 'Подписка возобновлена',
  },
  lots: {
    title: 'Что и\u00a0когда сгорает',
    loading: 'Загружаем список минут',
    none: 'Минут пока нет.',
    kinds: {
      plan: 'Минуты тарифа',
      extra: 'Дополнительные',
      bonus: 'Бонус',
      promo: 'Промокод',
      goodwill: 'От\u00a0поддержки',
    },
    left: (left: number, granted: number) => `${left.toLocaleString('ru-RU')} из\u00a0${countOf(granted, OF_MINUTES)}`,
    held: (count: number) => `ещё ${countOf(count, MINUTES)} в\u00a0обработке`,
    until: (day: string) => `до\u00a0${day}`,
    order: 'Сначала тратятся минуты, которые сгорят раньше.',
  },
  spent: {
    title: 'На что ушли минуты',
    loading: 'Загружаем расходы',
    none: 'Пока ни\u00a0одной минуты не\u00a0потрачено.',
    deleted: 'Файл удалён',
    more: 'Показать ещё',
    failed: 'Не\u00a0удалось загрузить.',
  },
  promo: {
    label: 'Промокод',
    activate: 'Активировать',
    granted: (count: number) => `+${countOf(count, MINUTES)}`,
  },
  buy: {
    title: 'Дополнительные минуты',
    lead: 'Действуют 365\u00a0дней и\u00a0тратятся, когда кончатся минуты тарифа.',
    count: 'Сколько минут',
    amounts: 'Готовые варианты',
    amount: (count: number) => `${count}\u00a0мин`,
    price: (roubles: string) => `${roubles}/мин.`,
    pay: (sum: string) => `Оплатить ${sum}`,
    payNothing: 'Оплатить',
    blocks: (step: number, count: number) =>
      `Минуты продаются по\u00a0${step}: получится ${count.toLocaleString('ru-RU')}`,
    whole: 'Минуты продаются целыми',
    tooMuch: (sum: string) => `За\u00a0раз можно оплатить не\u00a0больше ${sum}`,
    charged: (card: string) => `Спишем с\u00a0сохранённой карты: ${card}.`,
    otherCard: 'Другой картой',
    savedCard: 'Сохранённой картой',
    save: 'Сохранить карту для следующих покупок',
    consent:
      'Разрешаю списывать с\u00a0неё следующие покупки без ввода данных. Номер карты хранит ЮKassa, отвязать карту можно в\u00a0любой момент.',
    page: 'Оплата пройдёт на\u00a0странице ЮKassa.',
  },
} as const

/** Why a promo code was refused, by the server's code. */
export const promoFailures = {
  promoNotFound: 'Такого промокода нет. Проверь, не\u00a0закралась\u00a0ли опечатка.',
  promoUsed: 'Этот промокод уже активирован.',
  promoEnded: 'Промокод больше не\u00a0действует.',
  tooManyRequests: 'Слишком много попыток. Подожди немного и\u00a0попробуй ещё раз.',
  other: 'Не\u00a0получилось. Попробуй ещё раз.',
} as const
