import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import type { PaymentState } from '@doslovno/contract/payments.ts'
import { BYTES_PER_MB } from '@doslovno/domain/upload/limits.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { roubles } from '@doslovno/texts/billing/payment.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'

import { Balances } from '#features/billing/minutes/balances.tsx'
import { LotList } from '#features/billing/minutes/lot-list.tsx'
import { useMinutes } from '#features/billing/minutes/minutes-state.tsx'
import { PromoForm } from '#features/billing/minutes/promo-form.tsx'
import { SpendingList } from '#features/billing/minutes/spending-list.tsx'
import { fileSize } from '#lib/format/size.ts'
import { Section } from '#ui/section.tsx'

import { SubscriptionNotice } from './subscription-notice.tsx'
import { useDay } from './use-day.ts'

import classes from './tariff-section.module.css'

type Props = {
  info: AccountInfo
  canChangeTariff: boolean
  onPaid: (payment: PaymentState) => void
}

/** The tariff, its balances, and where the minutes come from and go to. */
export function TariffSection({ info, canChangeTariff, onPaid }: Props) {
  const minutes = useMinutes()
  return (
    <Section title={minutesTexts.title} id="minutes" aside={canChangeTariff && <ChangeLink />}>
      {canChangeTariff && <SubscriptionNotice tariff={info.tariff} onPaid={onPaid} />}
      <Balances info={info} lots={minutes.data?.pages[0]?.lots} />
      <TariffFacts tariff={info.tariff} />
      <div className={classes.details}>
        <LotList minutes={minutes} />
        <SpendingList minutes={minutes} />
      </div>
      <PromoForm />
    </Section>
  )
}

function ChangeLink() {
  return (
    <Button component={Link} to="/tariffs" variant="default" size="compact-md">
      {minutesTexts.change}
    </Button>
  )
}

const texts = minutesTexts.facts

/** The terms of the tariff and its next dates, as far as there are any. */
function TariffFacts({ tariff }: { tariff: AccountInfo['tariff'] }) {
  const day = useDay()
  return (
    <dl className={classes.facts}>
      {factsOf(tariff, day).map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="num">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf(tariff: AccountInfo['tariff'], day: (iso: string) => string): [string, string][] {
  const { name, isFree, period, expiredAt, nextMinutesBundleDate, nextTariff, maxFileSize, priceMinute } = tariff
  const facts: [string, string | null][] = [
    [texts.tariff, isFree ? name : `${name}, ${texts[period]}`],
    [texts.paidUntil, expiredAt && day(expiredAt)],
    [texts.nextPayment, nextPayment(tariff, day)],
    [texts.nextTariff, nextTariff && expiredAt ? texts.from(nextTariff, day(expiredAt)) : nextTariff],
    [texts.nextMinutes, nextMinutesBundleDate && day(nextMinutesBundleDate)],
    [texts.fileSize, texts.upTo(fileSize(maxFileSize * BYTES_PER_MB))],
    [texts.price, minutesTexts.buy.price(roubles(priceMinute))],
  ]
  return facts.filter((fact): fact is [string, string] => fact[1] !== null)
}

function nextPayment({ nextPaymentDate, nextPaymentAmount }: AccountInfo['tariff'], day: (iso: string) => string) {
  if (!nextPaymentDate) return null
  const date = day(nextPaymentDate)
  return nextPaymentAmount === null ? date : texts.payment(date, roubles(nextPaymentAmount))
}
