import type { AccountInfo } from '@doslovno/contract/accounts.ts'
import { BYTES_PER_MB } from '@doslovno/domain/upload/limits.ts'
import { minutesTexts } from '@doslovno/texts/account/minutes.ts'
import { roubles } from '@doslovno/texts/billing/payment.ts'

import { fileSize } from '#lib/format/size.ts'

import { useDay } from './use-day.ts'

import classes from './tariff-section.module.css'

const texts = minutesTexts.facts

/** The terms of the tariff and its next dates, as far as there are any. */
export function TariffFacts({ tariff }: { tariff: AccountInfo['tariff'] }) {
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
