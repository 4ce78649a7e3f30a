import { describe, expect, it } from 'vitest'

import { type BillingPeriod, periodAt, type Plan, type SubscriptionCourse } from '#billing/subscription.ts'

import { monthsLeft, nextBundleAt } from './bundles.ts'
import { type Choice, choiceOf, startsNow } from './choice.ts'
import { cancelled, continuePeriod, ended, resumed, startPeriod, unlinked, warned, withNext } from './course.ts'
import { afterDecline, dueAt, dueOf, graceUntil } from './due.ts'

const at = (text: string) => new Date(`${text}Z`)
const plan = (tariffId: number, billingPeriod: BillingPeriod = 'month'): Plan => ({ tariffId, billingPeriod })
const prices: Record<number, number> = { 1: 0, 2: 59_000, 3: 149_000, 4: 599_000, 5: 149_000 }
const tariff = (id: number) => ({ priceMonthKopecks: prices[id] ?? 0 })

const began = at('2027-12-10T08:00:00')
const paidUntil = at('2028-01-10T08:00:00')
const monthly = startPeriod(plan(3), began)
const yearly = startPeriod(plan(3, 'year'), began)
const cancelledMonthly = cancelled(monthly, at('2027-12-20T00:00:00'))
const failed = afterDecline(monthly, 'insufficient_funds', paidUntil)
const free = ended(began)

describe('choosing a plan', () => {
  function choose(course: SubscriptionCourse, chosen: Plan, hasCard = true): Choice {
    const [current, target] = [tariff(course.tariffId), tariff(chosen.tariffId)]
    return choiceOf({ course, current, plan: chosen, target, hasCard })
  }

  it.each<[string, SubscriptionCourse, Plan, Choice]>([
    ['the free tariff cancels', monthly, plan(1), 'cancel'],
    ['any paid plan starts at once from the free one', free, plan(2), 'now'],
    ['a dearer tariff starts at once', monthly, plan(4), 'now'],
    ['a dearer tariff by the year starts at once', monthly, plan(4, 'year'), 'now'],
    ['a year of the same tariff starts at once', monthly, plan(3, 'year'), 'now'],
    ['a dearer tariff starts at once between years', yearly, plan(4, 'year'), 'now'],
    ['a tariff of the same price starts at once', monthly, plan(5), 'now'],
    ['a cheaper tariff waits', monthly, plan(2), 'later'],
    ['a cheaper tariff by the year waits', monthly, plan(2, 'year'), 'later'],
    ['a month of the same tariff waits for the end of the year', yearly, plan(3), 'later'],
    ['a month of a dearer tariff waits for the end of the year', yearly, plan(4), 'later'],
    ['the plan that runs goes on', monthly, plan(3), 'keep'],
    ['a cheaper tariff waits after a cancel too', cancelledMonthly, plan(2), 'later'],
    ['a dearer tariff starts at once after a cancel', cancelledMonthly, plan(4), 'now'],
    ['the declined plan is paid again', failed, plan(3), 'repay'],
    ['a cheaper tariff starts at once in the grace', failed, plan(2), 'now'],
    ['a granted plan has no end to wait for', { ...free, tariffId: 4 }, plan(2), 'now'],
  ])('%s [TAR-6]', (_title, course, chosen, choice) => {
    expect(choose(course, chosen)).toBe(choice)
  })

  it('resumes a cancelled plan, or pays it in advance where no card is saved', () => {
    expect(choose(cancelledMonthly, plan(3), true)).toBe('resume')
    expect(choose(cancelledMonthly, plan(3), false)).toBe('prepay')
  })

  it('repays the plan that was to follow if its renewal was declined', () => {
    const declined = afterDecline(withNext(monthly, plan(2)), 'card_expired', paidUntil)

    expect(choose(declined, plan(2))).toBe('repay')
    expect(choose(declined, plan(3))).toBe('now')
  })

  it('lets a payment start a period only where the choice would', () => {
    const fits = (course: SubscriptionCourse, chosen: Plan) =>
      startsNow({ course, current: tariff(course.tariffId), plan: chosen, target: tariff(chosen.tariffId) })

    expect([fits(free, plan(2)), fits(monthly, plan(4)), fits(failed, plan(3))]).toEqual([true, true, true])
    expect([fits(monthly, plan(3)), fits(monthly, plan(2)), fits(cancelledMonthly, plan(3))]).toEqual([
      false,
      false,
      false,
    ])
  })
})

describe('a period', () => {
  it.each([
    ['2027-12-31T21:30:00', ['2028-01-31T21:30:00', '2028-02-29T21:30:00', '2028-03-31T21:30:00']],
    ['2028-02-29T00:00:00', ['2028-03-29T00:00:00', '2028-04-29T00:00:00', '2028-05-29T00:00:00']],
    ['2027-01-30T12:00:00', ['2027-02-28T12:00:00', '2027-03-30T12:00:00', '2027-04-30T12:00:00']],
  ])('keeps the day of its anchor for months from %s', (from, ends) => {
    let course = startPeriod(plan(2), at(from))
    const seen = [course.paidUntil]
    for (let month = 1; month < ends.length; month++) {
      course = continuePeriod(course, plan(2), course.paidUntil ?? at(from))
      seen.push(course.paidUntil)
    }

    expect(seen).toEqual(ends.map(at))
    expect(course.anchorAt).toEqual(at(from))
  })

  it('ends on 28 February for a year from 29 February', () => {
    expect(startPeriod(plan(2, 'year'), at('2028-02-29T10:00:00')).paidUntil).toEqual(at('2029-02-28T10:00:00'))
  })

  it('continues with the next plan and clears it', () => {
    const renewed = continuePeriod(withNext(yearly, plan(2)), plan(2), at('2028-12-10T08:00:05'))

    expect(renewed).toMatchObject({ ...plan(2), next: null, anchorAt: began, paidUntil: at('2029-01-10T08:00:00') })
  })

  it('starts now if the one it would continue is long over', () => {
    const late = at('2028-03-01T00:00:00')

    expect(continuePeriod(monthly, plan(3), late)).toEqual(startPeriod(plan(3), late))
  })

  it('is paid in advance without changing the current one', () => {
    const prepaid = continuePeriod(cancelledMonthly, plan(3), at('2027-12-21T00:00:00'))

    expect(prepaid).toMatchObject({ status: 'active', anchorAt: began, paidUntil: at('2028-02-10T08:00:00') })
  })
})

describe('a decline', () => {
  const days = (n: number) => new Date(paidUntil.getTime() + n * 86_400_000)

  it.each([
    ['insufficient_funds', 1],
    ['issuer_unavailable', 1],
    ['general_decline', 1],
    ['something_new', 1],
    ['card_expired', null],
    ['permission_revoked', null],
    ['fraud_suspected', null],
  ])('%s: retried after %s days; the grace lasts five [PAY-5]', (reason, retry) => {
    const declined = afterDecline(monthly, reason, paidUntil)

    expect(declined).toMatchObject({ status: 'paymentFailed', declines: 1, chargeAt: retry && days(retry) })
    expect(graceUntil(declined)).toEqual(days(5))
  })

  it('is retried one and three days after the first one, then no more', () => {
    const second = afterDecline(failed, 'insufficient_funds', days(1))
    const third = afterDecline(second, 'insufficient_funds', days(3))

    expect([failed, second, third].map(({ chargeAt }) => chargeAt)).toEqual([days(1), days(3), null])
    expect(graceUntil(third)).toEqual(days(5))
  })

  it('is retried once without a reason', () => {
    expect(afterDecline(afterDecline(monthly, 'general_decline', paidUntil), 'general_decline', days(1)).chargeAt).toBe(
      null,
    )
  })

  it('does not count if the provider never had the order', () => {
    expect(afterDecline(monthly, 'provider_unavailable', days(1))).toEqual({ ...monthly, chargeAt: days(1) })
  })

  it('leaves a cancelled plan alone', () => {
    expect(afterDecline(cancelledMonthly, 'card_expired', paidUntil)).toEqual(cancelledMonthly)
  })
})

describe('what is due', () => {
  const days = (n: number) => new Date(paidUntil.getTime() + n * 86_400_000)

  it('is a warning three days before a renewal, once, and the charge at its time', () => {
    expect(dueAt(monthly)).toEqual(days(-3))
    expect([dueOf(monthly, days(-3.01)), dueOf(monthly, days(-3))]).toEqual([undefined, 'warn'])
    expect([dueOf(warned(monthly, 149_000), days(-1)), dueOf(warned(monthly, 149_000), paidUntil)]).toEqual([
      undefined,
      'charge',
    ])
  })

  it('is another warning if the next plan changes after the first', () => {
    expect(dueOf(withNext(warned(monthly, 149_000), plan(2)), days(-1))).toBe('warn')
  })

  it('is the end of a cancelled plan at the end of its paid time [PAY-2]', () => {
    expect(dueAt(cancelledMonthly)).toEqual(paidUntil)
    expect([dueOf(cancelledMonthly, days(-0.1)), dueOf(cancelledMonthly, paidUntil)]).toEqual([undefined, 'end'])
  })

  it('is the end of the grace even if a retry was missed', () => {
    expect([dueOf(failed, days(1)), dueOf(failed, days(5))]).toEqual(['charge', 'end'])
  })

  it('is nothing on the free tariff', () => {
    expect([dueAt(free), dueOf(free, days(9999))]).toEqual([null, undefined])
  })
})

describe('a cancel', () => {
  it('ends a plan at once if its paid time is over [PAY-2]', () => {
    expect(cancelled(failed, at('2028-01-12T00:00:00'))).toEqual(ended(at('2028-01-12T00:00:00')))
  })

  it('is taken back by resuming', () => {
    expect(resumed(cancelledMonthly)).toEqual(monthly)
  })

  it('has nothing to do on the free tariff', () => {
    expect(cancelled(free, paidUntil)).toEqual(free)
  })
})

describe('unlinking the card', () => {
  it('cancels a running plan and stops the retries of a grace', () => {
    expect(unlinked(monthly, at('2027-12-20T00:00:00'))).toEqual(cancelledMonthly)
    expect(unlinked(failed, paidUntil)).toEqual({ ...failed, chargeAt: null })
  })
})

describe('bundles', () => {
  it('are twelve for a year, the current one included [TAR-9]', () => {
    const left = ['2027-12-10T08:00:00', '2028-01-10T07:59:59', '2028-01-10T08:00:00', '2028-12-10T07:59:59']

    expect(left.map((now) => monthsLeft(yearly, at(now)))).toEqual([12, 12, 11, 1])
    expect([monthsLeft(monthly, began), monthsLeft(yearly, at('2028-12-10T08:00:00'))]).toEqual([null, null])
  })

  it('come with every month that is paid or will be renewed [ACC-4]', () => {
    const next = (course: SubscriptionCourse, now: Date) => nextBundleAt(course, periodAt(course.anchorAt, now))

    expect(next(yearly, began)).toEqual(paidUntil)
    expect(next(monthly, began)).toEqual(paidUntil)
    expect(next(free, paidUntil)).toEqual(at('2028-02-10T08:00:00'))
    expect([next(cancelledMonthly, began), next(failed, paidUntil)]).toEqual([null, null])
  })
})
