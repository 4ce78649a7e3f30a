import { monthsAfter } from '@doslovno/domain/billing/period.ts'
import type { PaymentRow } from '@doslovno/server/platform/tables.ts'

/** Time that one payment paid for, as its row alone tells. */
export type Period = {
  payment: PaymentRow
  tariffId: number
  /** Months are counted from here. */
  anchor: Date
  firstMonth: number
  months: number
  start: number
  end: number
  /** Another plan took its place then; before its start if it was paid in advance. */
  cutAt: number
}

/** The periods of one user from the successful payments, oldest first; `gaps` are payments that continue nothing. */
export function periodsOf(payments: readonly PaymentRow[]): { periods: Period[]; gaps: PaymentRow[] } {
  const periods: Period[] = []
  const gaps: PaymentRow[] = []
  for (const payment of payments) {
    const period = periodOf(payment, periods.at(-1))
    if (!period) gaps.push(payment)
    else {
      if (payment.kind === 'tariff') for (const before of periods) before.cutAt = Math.min(before.cutAt, period.start)
      periods.push(period)
    }
  }
  return { periods, gaps }
}

function periodOf(payment: PaymentRow, before: Period | undefined): Period | undefined {
  const { kind, periodStart, endedAt, tariffId, billingPeriod } = payment
  if (!endedAt || !tariffId) return undefined
  const months = billingPeriod === 'year' ? 12 : 1
  const isNew = kind === 'tariff'
  if (!isNew && (!before || periodStart?.getTime() !== before.end)) return undefined
  const anchor = isNew || !before ? endedAt : before.anchor
  const firstMonth = isNew || !before ? 0 : before.firstMonth + before.months
  const start = monthsAfter(anchor, firstMonth).getTime()
  const end = monthsAfter(anchor, firstMonth + months).getTime()
  return { payment, tariffId, anchor, firstMonth, months, start, end, cutAt: end }
}

export type Month = { start: Date; tariffId: number }

/** Months whose bundle must exist: the plan was paid in them, or its owner looked in while they ran. */
export function bundlesOf({ payment, tariffId, anchor, firstMonth, months, cutAt }: Period, visits: readonly number[]) {
  const paidAt = payment.endedAt?.getTime() ?? 0
  const all = Array.from({ length: months }, (_, index) => firstMonth + index)
  return all.flatMap((month): Month[] => {
    const [start, next] = [monthsAfter(anchor, month), monthsAfter(anchor, month + 1)]
    const [from, to] = [Math.max(start.getTime(), paidAt), Math.min(next.getTime(), cutAt)]
    const isPaidInside = paidAt >= start.getTime() && paidAt < next.getTime()
    const isVisited = visits.some((at) => at > from && at < to)
    return isPaidInside || isVisited ? [{ start, tariffId }] : []
  })
}
