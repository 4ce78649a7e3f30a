import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { isFreeTariff } from '@doslovno/domain/billing/tariff.ts'
import { roubles } from '@doslovno/texts/billing/payment.ts'
import { tariffDescriptions, tariffsTexts } from '@doslovno/texts/billing/tariffs.ts'
import { Check } from 'lucide-react'
import { useState } from 'react'

import { dateOf } from '#lib/format/day.ts'

import type { Choice, OwnPlan, Period } from './choice.ts'
import { ChooseButton } from './choose-button.tsx'
import { termsOf } from './terms.ts'

import classes from './tariffs.module.css'

type Props = { tariff: Tariff; period: Period; own: OwnPlan | undefined; choice: Choice; onChoose: () => void }

const MONTHS = 12

export function TariffCard({ tariff, period, own, choice, onChoose }: Props) {
  const { id, name, meta } = tariff
  const [now] = useState(() => new Date())
  const isOwn = own?.tariff.id === id
  const note = isOwn ? ownNote(own, now) : undefined
  const [minutes, monthly] = tariffsTexts.minutes(tariff.minutes)
  return (
    <li className={classes.card} data-popular={meta.popular} aria-label={name}>
      <div className={classes.head}>
        <h2>{name}</h2>
        {isOwn && choice !== 'current' && <span className={classes.mark}>{tariffsTexts.yours}</span>}
        {meta.popular && (
          <span className={classes.mark} data-popular>
            {tariffsTexts.popular}
          </span>
        )}
      </div>
      <p className={classes.description}>{meta.description ?? tariffDescriptions[id]}</p>
      <Price tariff={tariff} period={period} />
      <ChooseButton tariff={tariff} choice={choice} own={own} now={now} onChoose={onChoose} />
      <ul className={classes.terms}>
        <li>
          <Check size={17} aria-hidden />
          <span>
            <b>{minutes}</b> {monthly}
          </span>
        </li>
        {termsOf(tariff).map((term) => (
          <li key={term}>
            <Check size={17} aria-hidden />
            {term}
          </li>
        ))}
      </ul>
      {note && <p className={classes.note}>{note}</p>}
    </li>
  )
}

function Price({ tariff, period }: { tariff: Tariff; period: Period }) {
  const { priceMonth, priceYearDiscount } = tariff
  const isFree = isFreeTariff(tariff)
  const isYearly = period === 'year' && !isFree
  const perMonth = isYearly ? priceYearDiscount / MONTHS : priceMonth
  const under = isYearly ? tariffsTexts.yearPrice(priceYearDiscount) : tariffsTexts.monthPrice
  return (
    <div className={`${classes.price} num`}>
      <p className={classes.perMonth}>
        <b>{roubles(perMonth)}</b> <span>{tariffsTexts.monthly}</span>
      </p>
      <p className={classes.under}>
        {isFree ? tariffsTexts.free : under}
        {isYearly && (
          <s>
            <span className="visually-hidden">{tariffsTexts.oldPrice}</span> {roubles(tariff.priceYear)}
          </s>
        )}
      </p>
    </div>
  )
}

/** The next event of the user's own tariff. */
function ownNote({ tariff, period, status, next, until, graceUntil }: OwnPlan, now: Date): string | undefined {
  if (status === 'paymentFailed') return graceUntil ? tariffsTexts.graceUntil(dateOf(graceUntil, now)) : undefined
  if (status === 'cancelled') return until ? tariffsTexts.endsAt(dateOf(until, now)) : undefined
  if (next !== null) return until ? tariffsTexts.nextAt(dateOf(until, now), next) : tariffsTexts.next(next)
  const isYearly = period === 'year' && tariff.remainedMonths !== null
  return isYearly ? tariffsTexts.monthsLeft(tariff.remainedMonths ?? 0) : undefined
}
