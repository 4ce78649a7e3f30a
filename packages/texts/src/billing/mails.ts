import type { DeclineReason } from '@doslovno/domain/billing/payment.ts'
import type { BillingPeriod } from '@doslovno/domain/billing/subscription.ts'

import { paymentSettingsTexts } from '#account/payments.ts'
import { LOCALE } from '#format.ts'
import { countOf } from '#language/plural.ts'
import { formatFor, greeting, type MailContent, typeset } from '#mails.ts'

import { minutesText } from './payment.ts'

type Addressee = { name: string; link: string; timeZone: string | null }
type About = Addressee & { tariffName: string }
type Bought = Addressee & { amountKopecks: number; card: string | null; balance: number | null }
type Paid = Bought & { tariffName: string; period: BillingPeriod; until: Date }
type Renewal = About & { period: BillingPeriod; at: Date; amountKopecks: number; card: string | null }
type Failure = About & { reason: DeclineReason | 'noCard'; until: Date }

const periodNames: Record<BillingPeriod, string> = { month: 'месяц', year: 'год' }

/** Why a renewal failed, and what its owner can do about it. */
const reasons: Record<Failure['reason'], string> = {
  insufficientFunds: 'На карте не хватило денег. Пополни её — мы попробуем ещё раз сами. Или оплати другой картой.',
  cardExpired: 'Срок действия карты закончился. Оплати другой картой — дальше будем списывать с неё.',
  cardData: 'Банк не принял данные карты. Оплати другой картой — дальше будем списывать с неё.',
  limitExceeded: 'Сработал лимит карты. Подними его в банке — мы попробуем ещё раз сами. Или оплати другой картой.',
  confirmationFailed: 'Банк попросил подтвердить платёж. Оплати сам: подтверждение откроется на странице оплаты.',
  restricted: 'Банк не разрешил списание. Спроси у него почему или оплати другой картой.',
  bankUnavailable: 'Банк не ответил. Мы попробуем ещё раз сами, но можно и оплатить другой картой.',
  noCard: 'К аккаунту не привязана карта. Оплати любой — дальше будем списывать с неё.',
  other: 'Банк отклонил платёж и не сказал почему. Попробуй оплатить ещё раз или другой картой.',
}

/** Mails about purchases and the subscription. All lead to the account. */
export const billingMails = {
  renewalSoon: (renewal: Renewal) =>
    content(renewal, {
      subject: `Скоро продлим тариф «${renewal.tariffName}»`,
      preheader: `${date(renewal.at, renewal.timeZone)}, ${money(renewal.amountKopecks)}.`,
      paragraphs: renewal.card === null ? withoutCard(renewal) : withCard(renewal, renewal.card),
      button: 'Открыть аккаунт',
    }),

  paymentFailed: ({ reason, until, ...about }: Failure) =>
    content(about, {
      subject: 'Не получилось продлить тариф',
      preheader: `Тариф «${about.tariffName}» работает до ${date(until, about.timeZone)}.`,
      paragraphs: [
        `Мы не смогли списать деньги за тариф «${about.tariffName}». ${reasons[reason]}`,
        `Тариф работает до ${date(until, about.timeZone)}, новых минут пока нет. Если не оплатить до этого дня, включится бесплатный.`,
      ],
      button: 'Оплатить',
    }),

  cancelled: ({ until, ...about }: About & { until: Date }) =>
    content(about, {
      subject: 'Подписка отменена',
      preheader: `Тариф «${about.tariffName}» работает до ${date(until, about.timeZone)}.`,
      paragraphs: [
        `Больше ничего не спишем. Тариф «${about.tariffName}» и его минуты работают до ${date(until, about.timeZone)}, потом включится бесплатный.`,
        'Передумаешь — верни подписку в аккаунте до этого дня.',
      ],
      button: 'Открыть аккаунт',
    }),

  unlinked: ({ until, ...about }: About & { until: Date | null }) =>
    content(about, {
      subject: 'Карта отвязана',
      preheader: 'Больше ничего с неё не спишем.',
      paragraphs: [
        'Мы удалили твою карту и больше ничего с неё не спишем.',
        ...(until
          ? [`Тариф «${about.tariffName}» работает до ${date(until, about.timeZone)}, потом включится бесплатный.`]
          : []),
      ],
      button: 'Открыть аккаунт',
    }),

  becameFree: (about: About) =>
    content(about, {
      subject: 'Теперь у тебя бесплатный тариф',
      preheader: `Тариф «${about.tariffName}» закончился.`,
      paragraphs: [
        `Тариф «${about.tariffName}» закончился, включился бесплатный. Купленные и подарочные минуты остались у тебя.`,
        'Файлы хранятся столько, сколько обещали при загрузке. Выбрать тариф можно в любой день.',
      ],
      button: 'Открыть аккаунт',
    }),

  started: (paid: Paid) =>
    content(paid, {
      subject: `Тариф «${paid.tariffName}» подключён`,
      preheader: `Оплачено до ${date(paid.until, paid.timeZone)}.`,
      paragraphs: [
        `Спасибо! Тариф «${paid.tariffName}» уже работает, минуты начислены.`,
        `${price(paid)} за ${periodNames[paid.period]}, оплачено до ${date(paid.until, paid.timeZone)}. За три дня до следующего списания напомним.`,
        ...afterPurchase(paid),
      ],
      button: 'Открыть историю платежей',
    }),

  renewed: (paid: Paid) =>
    content(paid, {
      subject: `Тариф «${paid.tariffName}» продлён`,
      preheader: `Оплачено до ${date(paid.until, paid.timeZone)}.`,
      paragraphs: [
        `Спасибо! ${price(paid)} за ${periodNames[paid.period]} тарифа «${paid.tariffName}», оплачено до ${date(paid.until, paid.timeZone)}.`,
        ...afterPurchase(paid),
      ],
      button: 'Открыть историю платежей',
    }),

  minutesBought: ({ minutes, ...bought }: Bought & { minutes: number }) =>
    content(bought, {
      subject: `Оплата прошла: ${minutesText(minutes)}`,
      preheader: `${price(bought)}.`,
      paragraphs: [
        `Спасибо! ${price(bought)} за ${countOf(minutes, ['минуту', 'минуты', 'минут'])}. Минуты уже на балансе.`,
        ...afterPurchase(bought),
      ],
      button: 'Открыть историю платежей',
    }),
} as const

function withCard({ timeZone, tariffName, period, at, amountKopecks }: Renewal, card: string): string[] {
  return [
    `${date(at, timeZone)} спишем ${money(amountKopecks)} ${fromCard(card)} за следующий ${periodNames[period]} тарифа «${tariffName}». Делать ничего не нужно.`,
    `Не хочешь продлевать — отмени подписку в аккаунте, в разделе «${paymentSettingsTexts.title}». Тариф доработает оплаченное время.`,
  ]
}

function withoutCard({ timeZone, tariffName, period, at, amountKopecks }: Renewal): string[] {
  return [
    `${date(at, timeZone)} закончится оплаченное время тарифа «${tariffName}». Карта не привязана, поэтому сам он не продлится.`,
    `Следующий ${periodNames[period]} стоит ${money(amountKopecks)}: в этот день оплати его в аккаунте. Не хочешь продлевать — делать ничего не нужно.`,
  ]
}

function price({ amountKopecks, card }: Bought): string {
  return card ? `${money(amountKopecks)} ${fromCard(card)}` : money(amountKopecks)
}

/** A tariff without limits has no balance. */
function afterPurchase({ balance }: Bought): string[] {
  return [...(balance === null ? [] : [`Сейчас на балансе ${minutesText(balance)}.`]), 'Чек придёт отдельным письмом.']
}

/** Titles of cards end with the last digits; other methods have a name. */
function fromCard(title: string): string {
  const digits = /\*\d{4}$/.exec(title)?.[0]
  return digits ? `с карты ${digits}` : `способом оплаты «${title}»`
}

type Parts = { subject: string; preheader: string; paragraphs: string[]; button: string }

function content({ name, link }: Addressee, { button, paragraphs, ...texts }: Parts): MailContent {
  return typeset({
    ...texts,
    title: texts.subject,
    paragraphs: [greeting(name), ...paragraphs],
    button: { text: button, url: link },
  })
}

const DATE = { day: 'numeric', month: 'long', year: 'numeric' } as const

function date(at: Date, timeZone: string | null): string {
  const parts = formatFor(timeZone, DATE).formatToParts(at)
  const part = Object.fromEntries(parts.map(({ type, value }) => [type, value]))
  return `${part.day}\u00a0${part.month} ${part.year}\u00a0года`
}

function money(kopecks: number): string {
  const minimumFractionDigits = kopecks % 100 === 0 ? 0 : 2
  return `${(kopecks / 100).toLocaleString(LOCALE, { minimumFractionDigits })}\u00a0₽`
}
