import { monthsAfter } from '@doslovno/domain/billing/subscription.ts'
import { tariffCatalogue } from '@doslovno/domain/billing/tariff.ts'
import { auditLedger } from '@doslovno/server/features/billing/ledger/audit.ts'
import type { PaymentRow } from '@doslovno/server/platform/tables.ts'

import type { Person, Wish } from './people.ts'
import { DAY, type World } from './world.ts'

export type Check = { title: string; checked: number; breaches: string[] }

type Year = { people: readonly Person[]; visits: readonly number[] }

/** Checks the end of the year, each from other sources than those the product decides by. */
export async function checkAll(world: World, year: Year): Promise<Check[]> {
  // Of two plans paid in the same moment the dearer one replaced the other; the reverse is refunded.
  const payments = await world.ctx.db
    .selectFrom('payments')
    .selectAll()
    .orderBy('endedAt')
    .orderBy('tariffId')
    .orderBy('billingPeriod')
    .execute()
  return [
    await checkAudit(world),
    checkExplained(world, payments),
    checkPeriods(payments, year),
    checkStops(world, payments, year),
    await checkBundles(world, payments, year),
    await checkEnds(world, payments, year),
  ]
}

async function checkAudit({ ctx }: World): Promise<Check> {
  const findings = await auditLedger(ctx)
  const { count } = await ctx.db
    .selectFrom('ledgerEntries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const breaches = findings.map(({ check, count: times, examples }) => `${check}: ${times}, ${examples.join(' ')}`)
  return { title: 'entries of the ledger, audited', checked: count, breaches }
}

/** Every charge has its row with the same end and amount, every success its effect, every unwanted one its refund. */
function checkExplained({ shop }: World, payments: readonly PaymentRow[]): Check {
  const rows = new Map(payments.map((payment) => [payment.id, payment]))
  const charges = shop.payments()
  const breaches = charges.flatMap(({ id, status, amount, metadata, refunded_amount: refunded }) => {
    const row = rows.get(metadata.orderId ?? '')
    if (row?.status !== status) return [`${id} is ${status}, its row ${row?.status ?? 'missing'}`]
    if (row.amountKopecks !== Math.round(Number(amount.value) * 100)) return [`${id} took another amount`]
    if (status === 'succeeded' && !row.effect) return [`${id} had no effect`]
    const isRefunded = refunded !== undefined && refunded.value === amount.value
    return (row.effect === 'refund') === isRefunded ? [] : [`${id} refunded: ${isRefunded}, effect ${row.effect}`]
  })
  const known = new Set(charges.map(({ metadata }) => metadata.orderId))
  const invented = payments.filter(({ id, status }) => status === 'succeeded' && !known.has(id))
  return {
    title: 'charges of the provider, each with its row and effect',
    checked: charges.length,
    breaches: [...breaches, ...invented.map(({ id }) => `${id} succeeded, but the provider has no such charge`)],
  }
}

/** Periods follow each other: none is paid twice, none overlaps, none leaves a gap inside a renewal. */
function checkPeriods(payments: readonly PaymentRow[], { people }: Year): Check {
  const paid = payments.filter(({ effect }) => effect === 'period')
  const breaches = [...byUser(paid, people)].flatMap(([userId, own]) => {
    const { periods, gaps } = periodsOf(own)
    const overlaps = periods.filter(({ start }, index) => index > 0 && start < (periods[index - 1]?.cutAt ?? 0))
    return [
      ...gaps.map(({ id }) => `payment ${id} of ${userId} continues nothing`),
      ...overlaps.map(({ payment }) => `payment ${payment.id} of ${userId} pays for paid time`),
    ]
  })
  return { title: 'periods, none paid twice', checked: paid.length, breaches }
}

/** The provider's journal: no charge of a saved card after a cancel or an unlink, until the user wants it again. */
function checkStops({ journal }: World, payments: readonly PaymentRow[], { people }: Year): Check {
  const automatic = payments.filter(({ kind, methodId }) => kind === 'renewal' && methodId !== null)
  const orders = new Map(automatic.map((payment) => [payment.id, payment]))
  const wishes = new Map(people.map((person) => [person.id, wishesOf(person, payments)]))
  const sent = journal.flatMap(({ at, method, path, idempotenceKey }) => {
    const order = orders.get(idempotenceKey ?? '')
    return order && method === 'POST' && path.startsWith('/v3/payments') ? [{ at: Date.parse(at), order }] : []
  })
  const breaches = sent.filter(({ at, order }) => lastWish(wishes.get(order.userId) ?? [], at) === 'stop')
  return {
    title: 'automatic charges sent, none after a cancel or an unlink',
    checked: sent.length,
    breaches: breaches.map(({ at, order }) => `${order.id} was sent at ${new Date(at).toISOString()}`),
  }
}

function wishesOf({ id, wishes }: Person, payments: readonly PaymentRow[]): Wish[] {
  const paid = payments.filter(({ userId, methodId, effect }) => userId === id && !methodId && effect === 'period')
  const consents = paid.map(({ endedAt }) => ({ at: endedAt?.getTime() ?? 0, kind: 'consent' as const }))
  return [...wishes, ...consents].toSorted((a, b) => a.at - b.at)
}

function lastWish(wishes: readonly Wish[], at: number): Wish['kind'] | undefined {
  return wishes.findLast((wish) => wish.at <= at)?.kind
}

async function checkBundles({ ctx }: World, payments: readonly PaymentRow[], year: Year): Promise<Check> {
  const lots = await ctx.db.selectFrom('lots').selectAll().where('kind', '=', 'plan').execute()
  // Two plans that were paid in the same moment have a lot each.
  const granted = new Set(lots.map(({ userId, startsAt, grantedSeconds }) => keyOf(userId, startsAt, grantedSeconds)))
  const paid = payments.filter(({ effect }) => effect === 'period')
  const wanted = [...byUser(paid, year.people)].flatMap(([userId, own]) =>
    periodsOf(own)
      .periods.flatMap((period) => bundlesOf(period, year.visits))
      .map(({ start, tariffId }) => keyOf(userId, start, secondsOf(tariffId))),
  )
  const breaches = wanted.filter((key) => !granted.has(key))
  return {
    title: 'bundles of minutes that were paid, all granted',
    checked: wanted.length,
    breaches,
  }
}

function keyOf(userId: string, start: Date, seconds: number): string {
  return `${userId} ${start.toISOString()} ${seconds} s`
}

function secondsOf(tariffId: number): number {
  return (tariffCatalogue.find(({ id }) => id === tariffId)?.minutes ?? 0) * 60
}

/** Nothing hangs: every paid plan ends where its payments end, and nothing is overdue. */
async function checkEnds({ ctx }: World, payments: readonly PaymentRow[], { people }: Year): Promise<Check> {
  const now = ctx.now().getTime()
  const subscriptions = await ctx.db.selectFrom('subscriptions').selectAll().execute()
  const paid = byUser(
    payments.filter(({ effect }) => effect === 'period'),
    people,
  )
  const breaches = subscriptions.flatMap(({ userId, paidUntil, dueAt, status }) => {
    const end = periodsOf(paid.get(userId) ?? []).periods.at(-1)?.end
    if (paidUntil && paidUntil.getTime() !== end) return [`${userId} is paid until ${paidUntil.toISOString()}`]
    if (dueAt && dueAt.getTime() < now - DAY) return [`${userId} has been due since ${dueAt.toISOString()}`]
    return !paidUntil && status !== 'active' ? [`${userId} is free and ${status}`] : []
  })
  const open = payments.filter(({ status, createdAt }) => isOpen(status) && createdAt.getTime() < now - 2 * DAY)
  return {
    title: 'subscriptions, each as its payments say, none overdue',
    checked: subscriptions.length,
    breaches: [...breaches, ...open.map(({ id, status }) => `payment ${id} is still ${status}`)],
  }
}

function isOpen(status: PaymentRow['status']): boolean {
  return status === 'created' || status === 'pending'
}

function byUser(payments: readonly PaymentRow[], people: readonly Person[]): Map<string, PaymentRow[]> {
  const rows = new Map<string, PaymentRow[]>(people.map(({ id }) => [id, []]))
  for (const payment of payments) rows.get(payment.userId)?.push(payment)
  return rows
}

/** Time that one payment paid for, as its row alone tells. */
type Period = {
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
function periodsOf(payments: readonly PaymentRow[]): { periods: Period[]; gaps: PaymentRow[] } {
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

type Month = { start: Date; tariffId: number }

/** Months whose bundle must exist: the plan was paid in them, or its owner looked in while they ran. */
function bundlesOf({ payment, tariffId, anchor, firstMonth, months, cutAt }: Period, visits: readonly number[]) {
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
