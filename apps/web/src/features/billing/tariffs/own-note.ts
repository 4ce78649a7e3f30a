import { tariffsTexts } from '@doslovno/texts/billing/tariffs.ts'

import { dateOf } from '#lib/format/day.ts'

import type { OwnPlan } from './choice.ts'

/** The next event of the user's own tariff. */
export function ownNote({ tariff, period, status, next, until, graceUntil }: OwnPlan, now: Date): string | undefined {
  if (status === 'paymentFailed') return graceUntil ? tariffsTexts.graceUntil(dateOf(graceUntil, now)) : undefined
  if (status === 'cancelled') return until ? tariffsTexts.endsAt(dateOf(until, now)) : undefined
  if (next !== null) return until ? tariffsTexts.nextAt(dateOf(until, now), next) : tariffsTexts.next(next)
  const isYearly = period === 'year' && tariff.remainedMonths !== null
  return isYearly ? tariffsTexts.monthsLeft(tariff.remainedMonths ?? 0) : undefined
}
