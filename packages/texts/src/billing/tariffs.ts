import { LOCALE } from '#format.ts'
import { countOf } from '#language/plural.ts'

import { minutesText, roubles } from './payment.ts'

type Period = 'year' | 'month'

/** Names of the seeded tariffs, by id. */
export const tariffNames: Record<number, string> = {
  1: 'Free',
  2: 'Старт',
  3: 'PRO',
  4: 'Business',
  100: 'Корпоративный',
}

/** For tariffs whose row has no description, by id. */
export const tariffDescriptions: Record<number, string> = {
  1: 'Попробовать и\u00a0расшифровать голосовые',
  2: 'Для учёбы и\u00a0личных записей',
  3: 'Для работы с\u00a0интервью и\u00a0встречами',
  4: 'Для команд и\u00a0больших архивов',
}

const MONTHLY = 'в\u00a0месяц'

const files = (count: number) => countOf(count, ['файл', 'файла', 'файлов'])
const reports = (count: number) => countOf(count, ['отчёт', 'отчёта', 'отчётов'])
const days = (count: number) => countOf(count, ['день', 'дня', 'дней'])

export const tariffsTexts = {
  title: 'Тарифы',
  lead: 'Минуты тарифа обновляются каждый месяц, докупленные действуют 365\u00a0дней.',
  loading: 'Загружаем тарифы',
  period: { label: 'Как платить', year: 'На год', month: 'На месяц', discount: '-20%' },
  popular: 'Выбирают чаще',
  yours: 'Твой тариф',
  monthly: MONTHLY,
  yearPrice: (amount: number) => `${roubles(amount)} раз в\u00a0год`,
  monthPrice: 'Оплата раз в\u00a0месяц',
  free: 'Без карты',
  oldPrice: 'Без скидки',
  minutes: (minutes: number) => [minutesText(minutes), MONTHLY] as const,
  fileSize: (size: string) => `Файлы до\u00a0${size}`,
  fileCount: (count: number | null) => (count === null ? 'Сколько угодно файлов' : `${files(count)} ${MONTHLY}`),
  storage: (count: number) => `Хранение ${days(count)}`,
  link: 'Загрузка по\u00a0ссылке',
  theses: 'Тезисы без ограничений',
  freeTheses: (count: number) => `${reports(count)} с\u00a0тезисами`,
  templates: 'Готовое саммари по\u00a0другому шаблону',
  extraMinutes: (price: number) => `Сверх тарифа ${price.toLocaleString(LOCALE)}\u00a0₽/мин.`,
  monthsLeft: (months: number) => `Оплачено ещё ${countOf(months, ['месяц', 'месяца', 'месяцев'])}`,
  endsAt: (day: string) => `Действует до\u00a0${day}, потом Free`,
  nextAt: (day: string, name: string) => `С\u00a0${day} — ${name}`,
  next: (name: string) => `Следующий — ${name}`,
  graceUntil: (day: string) => `Ждём оплаты до\u00a0${day}`,
  choose: (name: string) => `Выбрать ${name}`,
  startFree: 'Начать бесплатно',
  toFree: 'Перейти на\u00a0Free',
  payYearly: 'Платить раз в\u00a0год',
  payMonthly: 'Платить раз в\u00a0месяц',
  resume: (name: string) => `Возобновить ${name}`,
  repay: (name: string) => `Оплатить ${name}`,
  keep: (name: string) => `Остаться на\u00a0${name}`,
  startsAt: (day: string) => `Начнётся ${day}`,
  startsLater: 'Начнётся потом',
  contact: 'Связаться',
  contactSubject: (name: string) => `Тариф ${name}`,
  failed: {
    title: 'Не удалось загрузить тарифы',
    text: 'Проверь связь с интернетом и попробуй ещё раз.',
    action: 'Повторить',
  },
} as const

const periodNames: Record<Period, string> = { year: 'на\u00a0год', month: 'на\u00a0месяц' }
const periodRates: Record<Period, string> = { year: 'раз в\u00a0год', month: 'раз в\u00a0месяц' }

/** The dialog before a change of tariff. */
export const changeTexts = {
  title: 'Что изменится',
  plan: (name: string, period: Period) => `${name}, ${periodNames[period]}`,
  becomes: 'сменится на',
  price: 'Цена',
  priceNow: (amount: number, period: Period) => `${roubles(amount)} ${periodRates[period]}`,
  when: 'Когда',
  atOnce: 'Сразу после оплаты',
  after: (day: string) => `${day}, когда закончится оплаченное время`,
  afterPaid: 'Когда закончится оплаченное время',
  resumed: 'Сразу. Тариф продлится сам, когда закончится оплаченное время',
  kept: 'Сразу. Запланированная смена тарифа отменится',
  inAdvance: 'Сразу после оплаты: оплатишь следующий период заранее',
  minutes: 'Минуты',
  replaced: (minutes: number) =>
    `${minutesText(minutes)} ${MONTHLY} вместо того, что осталось от\u00a0тарифа. Докупленные и\u00a0подаренные останутся.`,
  later: (minutes: number) => `${minutesText(minutes)} ${MONTHLY}, до\u00a0смены тарифа всё по-прежнему`,
  same: (minutes: number) => `${minutesText(minutes)} ${MONTHLY}, как сейчас`,
  losses: 'Станет меньше',
  loss: {
    minutes: (from: number, to: number) => `Минут ${MONTHLY}: ${numbers(from, to)}`,
    fileSize: (from: string, to: string) => `Размер файла: до\u00a0${to} вместо\u00a0${from}`,
    fileCount: (from: number | null, to: number) =>
      `Файлов ${MONTHLY}: ${to.toLocaleString(LOCALE)} вместо ${from === null ? '«сколько угодно»' : from.toLocaleString(LOCALE)}`,
    storage: (from: number, to: number) =>
      `Хранение новых файлов: ${days(to)} вместо\u00a0${from.toLocaleString(LOCALE)}`,
    theses: (count: number) => `Тезисы: ${reports(count)} вместо «без ограничений»`,
    templates: 'Готовое саммари нельзя будет переделать по\u00a0другому шаблону',
  },
  stored: 'Файлы, которые уже загружены, полежат столько, сколько мы\u00a0обещали.',
  renewal: (amount: number, period: Period) =>
    `Карта сохранится, и\u00a0подписка будет продлеваться сама: ${roubles(amount)} ${periodRates[period]}. Предупредим письмом за\u00a0три дня, отменить можно в\u00a0любой момент в\u00a0аккаунте. Условия\u00a0— `,
  offer: 'в\u00a0оферте',
  toPayment: 'Перейти к\u00a0оплате',
  change: 'Сменить тариф',
  resume: 'Возобновить',
  keep: 'Оставить',
  cancel: 'Отмена',
  close: 'Закрыть',
  done: (name: string, day: string) => `Готово: ${name} начнётся ${day}`,
  doneLater: 'Готово, тариф сменится потом',
  doneAtOnce: (name: string) => `Готово, твой тариф — ${name}`,
} as const

function numbers(from: number, to: number): string {
  return `${to.toLocaleString(LOCALE)} вместо\u00a0${from.toLocaleString(LOCALE)}`
}

export const faqTexts = {
  title: 'Частые вопросы',
  items: [
    {
      question: 'Как считаются минуты?',
      answer:
        'По\u00a0секундам: запись на\u00a01\u00a0минуту 10\u00a0секунд стоит ровно 70\u00a0секунд, без округления вверх. Если обработать не\u00a0вышло, минуты возвращаются целиком.',
    },
    {
      question: 'Сгорают ли неиспользованные минуты?',
      answer:
        'Минуты тарифа действуют месяц и\u00a0не\u00a0переносятся: в\u00a0начале следующего приходят новые. Докупленные, подаренные и\u00a0минуты по\u00a0промокоду живут 365\u00a0дней. Первыми тратятся те, что раньше сгорят.',
    },
    {
      question: 'А если я плачу за\u00a0год?',
      answer:
        'Минуты всё равно приходят каждый месяц, двенадцать раз за\u00a0год, а\u00a0сам год обходится на\u00a020% дешевле.',
    },
    {
      question: 'Что будет, когда оплаченное время закончится?',
      answer:
        'Подписка продлится сама с\u00a0сохранённой карты. За\u00a0три дня до\u00a0этого придёт письмо с\u00a0суммой и\u00a0датой.',
    },
    {
      question: 'Как сменить тариф?',
      answer:
        'На\u00a0тариф дороже или с\u00a0месяца на\u00a0год — сразу после оплаты: начинается новый период, минуты прежнего тарифа заменяются новыми. На\u00a0тариф дешевле или с\u00a0года на\u00a0месяц — когда закончится оплаченное время.',
    },
    {
      question: 'Как отменить подписку?',
      answer:
        'В\u00a0аккаунте, одной кнопкой. Тариф доработает оплаченное время, потом включится Free. Карту можно отвязать там\u00a0же: после этого списать с\u00a0неё мы\u00a0ничего не\u00a0сможем.',
    },
    {
      question: 'Что, если платёж не\u00a0пройдёт?',
      answer:
        'Тариф сохранится ещё на\u00a05\u00a0дней, но\u00a0новые минуты придут только после оплаты. Платёж можно повторить той\u00a0же или другой картой. Если не\u00a0оплатить, включится Free, а\u00a0файлы и\u00a0докупленные минуты останутся.',
    },
    {
      question: 'Будет ли чек?',
      answer: 'Да, после каждого платежа чек приходит на\u00a0почту аккаунта. Поэтому для оплаты нужен e-mail.',
    },
    {
      question: 'Можно ли вернуть деньги?',
      answer: (email: string | undefined) =>
        `Да. Напиши ${email ? `на\u00a0${email}` : 'нам'}: за\u00a0неиспользованные докупленные минуты вернём всё, на\u00a0ту\u00a0же карту. Случайно оплаченное дважды возвращается само.`,
    },
  ],
} as const
