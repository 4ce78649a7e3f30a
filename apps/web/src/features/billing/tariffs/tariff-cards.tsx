import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { isFreeTariff } from '@doslovno/domain/billing/tariff.ts'
import { roubles } from '@doslovno/texts/billing/payment.ts'
import { tariffsTexts } from '@doslovno/texts/billing/tariffs.ts'
import { Button, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Check } from 'lucide-react'
import { useState } from 'react'

import { dateOf } from '#lib/format/day.ts'
import { useInstallation } from '#lib/installation/use-installation.ts'
import { SMALL_SCREEN } from '#ui/screens.ts'

import { type Choice, choiceOf, type OwnPlan, type Period } from './choice.ts'
import { termsOf } from './terms.ts'

import classes from './tariffs.module.css'

type Props = {
  tariffs: readonly Tariff[]
  period: Period
  /** Undefined for visitors. */
  own: OwnPlan | undefined
  onChoose: (tariff: Tariff, choice: Choice) => void
}

/** The catalogue; on a phone the popular tariff comes first. */
export function TariffCards({ tariffs, period, own, onChoose }: Props) {
  const isSmall = useMediaQuery(SMALL_SCREEN)
  const shown = isSmall ? tariffs.toSorted((one, other) => popularity(other) - popularity(one)) : tariffs
  return (
    <ul className={classes.cards}>
      {shown.map((tariff) => {
        const choice = choiceOf(tariff, period, own)
        return (
          <TariffCard
            key={tariff.id}
            tariff={tariff}
            period={period}
            own={own}
            choice={choice}
            onChoose={() => onChoose(tariff, choice)}
          />
        )
      })}
    </ul>
  )
}

function popularity({ meta }: Tariff): number {
  return meta.popular ? 1 : 0
}

type TariffCardProps = {
  tariff: Tariff
  period: Period
  own: OwnPlan | undefined
  choice: Choice
  onChoose: () => void
}

const MONTHS = 12

function TariffCard({ tariff, period, own, choice, onChoose }: TariffCardProps) {
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
      <p className={classes.description}>{meta.description}</p>
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
      {meta.ceoContact && <Contact name={name} />}
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

type ChooseButtonProps = { tariff: Tariff; choice: Choice; own: OwnPlan | undefined; now: Date; onChoose: () => void }

function ChooseButton({ tariff, choice, own, now, onChoose }: ChooseButtonProps) {
  const common = { fullWidth: true, size: 'md', variant: tariff.meta.popular ? 'filled' : 'default' } as const
  return (
    <Button {...common} disabled={choice === 'current' || choice === 'scheduled'} onClick={onChoose}>
      {labelOf(choice, tariff, own, now)}
    </Button>
  )
}

/** Stands beside the price of a tariff that people may want to talk about first. */
function Contact({ name }: { name: string }) {
  const installation = useInstallation()
  if (!installation) return null
  const subject = encodeURIComponent(tariffsTexts.contactSubject(name))
  return (
    <Button fullWidth variant="subtle" component="a" href={`mailto:${installation.supportEmail}?subject=${subject}`}>
      {tariffsTexts.contact}
    </Button>
  )
}

function labelOf(choice: Choice, tariff: Tariff, own: OwnPlan | undefined, now: Date): string {
  const { name } = tariff
  const isOwn = own?.tariff.id === tariff.id
  switch (choice) {
    case 'register':
      return isFreeTariff(tariff) ? tariffsTexts.startFree : tariffsTexts.choose(name)
    case 'current':
      return tariffsTexts.yours
    case 'scheduled':
      return own?.until ? tariffsTexts.startsAt(dateOf(own.until, now)) : tariffsTexts.startsLater
    case 'cancel':
      return tariffsTexts.toFree
    case 'now':
      return isOwn ? tariffsTexts.payYearly : tariffsTexts.choose(name)
    case 'later':
      return isOwn ? tariffsTexts.payMonthly : tariffsTexts.choose(name)
    case 'resume':
      return tariffsTexts.resume(name)
    case 'repay':
      return tariffsTexts.repay(name)
    case 'keep':
      return tariffsTexts.keep(name)
  }
}

const texts = tariffsTexts.period

export function PeriodSwitch({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  const year = (
    <span className={classes.periodLabel}>
      {texts.year} <span className={classes.discount}>{texts.discount}</span>
    </span>
  )
  return (
    <SegmentedControl
      aria-label={texts.label}
      className={classes.period}
      radius={99}
      size="md"
      value={period}
      data={[
        { value: 'year', label: year },
        { value: 'month', label: texts.month },
      ]}
      onChange={(value) => onChange(value === 'year' ? 'year' : 'month')}
    />
  )
}
