import fc from 'fast-check'
import { expect, it } from 'vitest'

import { monthsAfter, monthsBetween, type Plan, type SubscriptionCourse } from '#billing/subscription.ts'

import { choiceOf, startsNow } from './choice.ts'
import {
  cancelled,
  charging,
  continuePeriod,
  ended,
  renewalPlan,
  resumed,
  startPeriod,
  unlinked,
  warned,
  withNext,
} from './course.ts'
import { afterDecline, dueAt, dueOf, NO_CARD } from './due.ts'

/** A subscription with its history, moved by random users, banks and delays. */
type Life = {
  now: Date
  course: SubscriptionCourse
  hasCard: boolean
  /** A charge whose outcome is unknown. */
  open: { plan: Plan; periodStart: number } | undefined
  periods: { anchor: Date; paidUntil: Date; start: number; end: number }[]
  /** Set by a cancel or an unlink, until the user pays or chooses again. */
  mayNotCharge: boolean
}

const DAY = 86_400_000
const END_OF_TIME = 8e15
const prices = [0, 0, 59_000, 149_000, 599_000]
const tariff = (id: number) => ({ priceMonthKopecks: prices[id] ?? 0 })

const aPlan = fc.record({
  tariffId: fc.integer({ min: 1, max: 4 }),
  billingPeriod: fc.constantFrom('month' as const, 'year' as const),
})
const reasons = ['insufficient_funds', 'card_expired', 'general_decline', 'provider_unavailable', 'other']
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.double({ min: 0, max: 40, noNaN: true }) }) }, // prettier-ignore
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('outcome' as const), reason: fc.option(fc.constantFrom(...reasons)) }) }, // prettier-ignore
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('choose' as const), plan: aPlan }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'unlink' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** Starts that months and years stumble over: the 29th to 31st, leap days, changes of the clock in Europe. */
const starts = fc.oneof(
  fc.constantFrom('2027-12-31', '2028-01-30', '2028-02-29', '2027-03-28', '2027-10-31', '2027-12-01').map((day) => new Date(`${day}T01:30:00Z`)), // prettier-ignore
  fc.date({ min: new Date('2027-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
)

it('has one period at a time, without a gap or an overlap, whatever happens [PAY-5]', () => {
  fc.assert(
    fc.property(starts, fc.array(step, { maxLength: 60 }), (now, steps) => {
      const life = live(now, steps)

      for (const [index, { anchor, paidUntil, start, end }] of life.periods.entries()) {
        expect(end).toBeGreaterThan(start)
        expect(monthsAfter(anchor, monthsBetween(anchor, paidUntil))).toEqual(paidUntil)
        expect(life.periods[index + 1]?.start ?? end).toBeGreaterThanOrEqual(end)
      }
    }),
    { numRuns: 500 },
  )
})

it('plans no charge after a cancel or an unlinked card until the user chooses again [PAY-2]', () => {
  fc.assert(
    fc.property(starts, fc.array(step, { maxLength: 60 }), (now, steps) => {
      const planned: SubscriptionCourse[] = []

      live(now, steps, ({ course, mayNotCharge }) => {
        if (mayNotCharge && course.chargeAt) planned.push(course)
      })

      expect(planned).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('knows the first moment when something is due', () => {
  fc.assert(
    fc.property(starts, fc.array(step, { maxLength: 60 }), (now, steps) => {
      live(now, steps, ({ course }) => {
        const at = dueAt(course)?.getTime() ?? END_OF_TIME

        expect(dueOf(course, new Date(at - 1))).toBeUndefined()
        expect(dueOf(course, new Date(at)) === undefined).toBe(at === END_OF_TIME)
      })
    }),
    { numRuns: 500 },
  )
})

it('keeps what the database checks', () => {
  fc.assert(
    fc.property(starts, fc.array(step, { maxLength: 60 }), (now, steps) => {
      live(now, steps, ({ course }) => {
        const { status, paidUntil, next, chargeAt, failedAt } = course

        expect(status === 'paymentFailed').toBe(failedAt !== null)
        expect(paidUntil !== null || (next === null && chargeAt === null && failedAt === null)).toBe(true)
      })
    }),
    { numRuns: 500 },
  )
})

function live(now: Date, steps: readonly Step[], check: (life: Life) => void = () => undefined): Life {
  const life: Life = { now, course: ended(now), hasCard: false, open: undefined, periods: [], mayNotCharge: false }
  for (const next of steps) {
    act(life, next)
    check(life)
  }
  return life
}

function act(life: Life, next: Step): void {
  life.now = new Date(life.now.getTime() + 1)
  switch (next.kind) {
    case 'wait':
      life.now = new Date(life.now.getTime() + Math.round(next.days * DAY))
      return tick(life)
    case 'outcome':
      return settle(life, next.reason)
    case 'choose':
      return choose(life, next.plan)
    case 'cancel':
      return stop(life, cancelled(life.course, life.now))
    case 'unlink':
      life.hasCard = false
      return stop(life, unlinked(life.course, life.now))
  }
}

/** Runs the jobs, however late. */
function tick(life: Life): void {
  for (let due = dueOf(life.course, life.now); due; due = dueOf(life.course, life.now)) {
    if (due === 'warn') life.course = warned(life.course, 149_000)
    if (due === 'end') life.course = ended(life.now)
    if (due === 'charge') charge(life)
  }
}

function charge(life: Life): void {
  const { course, now, hasCard } = life
  if (!hasCard && !life.open) {
    life.course = afterDecline(course, NO_CARD, now)
    return
  }
  life.open ??= { plan: renewalPlan(course), periodStart: course.paidUntil?.getTime() ?? 0 }
  life.course = charging(course, now)
}

function settle(life: Life, reason: string | null): void {
  const { open, course, now } = life
  life.open = undefined
  if (!open || course.paidUntil?.getTime() !== open.periodStart) return
  if (reason) life.course = afterDecline(course, reason, now)
  else follow(life, continuePeriod(course, open.plan, now))
}

function choose(life: Life, plan: Plan): void {
  const { course, now, hasCard } = life
  const chosen = { course, current: tariff(course.tariffId), plan, target: tariff(plan.tariffId), hasCard }
  const choice = choiceOf(chosen)
  if (choice === 'cancel') return stop(life, cancelled(course, now))
  life.mayNotCharge = false
  if (choice === 'now') {
    expect(startsNow(chosen)).toBe(true)
    life.hasCard = true
    return follow(life, startPeriod(plan, now))
  }
  if (choice === 'later') life.course = withNext(course, plan)
  if (choice === 'resume') life.course = resumed(course)
  if (choice === 'keep') life.course = withNext(course, null)
  if (choice !== 'prepay' && choice !== 'repay') return
  life.hasCard = true
  follow(life, continuePeriod(course, plan, now))
}

/** Records the period that a payment brought; one that starts now cuts short or replaces what was paid before. */
function follow(life: Life, course: SubscriptionCourse): void {
  const { anchorAt: anchor, paidUntil } = course
  if (!paidUntil) throw new Error('A payment brought no period')
  const isNew = anchor.getTime() === life.now.getTime()
  const start = isNew ? life.now.getTime() : (life.course.paidUntil?.getTime() ?? 0)
  const before = life.periods.filter((period) => period.start < start)
  const kept = before.map((period) => ({ ...period, end: Math.min(period.end, start) }))
  life.periods = [...kept, { anchor, paidUntil, start, end: paidUntil.getTime() }]
  life.course = course
}

function stop(life: Life, course: SubscriptionCourse): void {
  life.mayNotCharge = true
  life.course = course
}
