import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { describe, expect, it } from 'vitest'

import { type Choice, choiceOf, type OwnPlan, type Period } from './choice.ts'

const tariff = (id: number, priceMonth: number, meta: Tariff['meta'] = {}): Tariff => ({
  id,
  name: `t${id}`,
  meta,
  priceMonth,
  priceYear: priceMonth * 12,
  priceYearDiscount: priceMonth * 9.6,
  priceMinute: 8,
  minutes: 100,
  fileSize: 300,
  limitFileCount: null,
  fileStorage: 7,
  remainedMonths: null,
})
const FREE = tariff(1, 0)
const START = tariff(2, 590)
const PRO = tariff(3, 1490)
const BUSINESS = tariff(4, 5990, { ceoContact: true })

const own = (of: Tariff, period: Period = 'month', change: Partial<OwnPlan> = {}): OwnPlan => ({
  tariff: of,
  period,
  status: 'active',
  next: null,
  until: null,
  isGranted: false,
  graceUntil: null,
  hasCard: true,
  ...change,
})

type Row = [from: OwnPlan, to: Tariff, period: Period, choice: Choice]

const CHANGES: Row[] = [
  [own(FREE), START, 'month', 'now'],
  [own(START), PRO, 'month', 'now'],
  [own(START), PRO, 'year', 'now'],
  [own(START), START, 'year', 'now'],
  [own(PRO), START, 'month', 'later'],
  [own(PRO), START, 'year', 'later'],
  [own(PRO, 'year'), PRO, 'month', 'later'],
  [own(START, 'year'), PRO, 'month', 'later'],
  [own(START, 'year'), PRO, 'year', 'now'],
  [own(PRO, 'year'), START, 'year', 'later'],
  [own(START), tariff(5, 590), 'month', 'now'],
  [own(PRO, 'month', { isGranted: true }), START, 'month', 'now'],
]

describe('choosing a tariff', () => {
  it.each(CHANGES)(
    'takes effect at once if it is bigger, otherwise after the paid time: row %# [TAR-6]',
    (from, to, period, choice) => {
      expect(choiceOf(to, period, from)).toBe(choice)
    },
  )

  it('offers nothing for the plan that runs, and a way back where it is about to change', () => {
    expect(choiceOf(PRO, 'month', own(PRO))).toBe('current')
    expect(choiceOf(FREE, 'year', own(FREE))).toBe('current')
    expect(choiceOf(PRO, 'month', own(PRO, 'month', { next: 't2' }))).toBe('keep')
    expect(choiceOf(PRO, 'month', own(PRO, 'month', { status: 'cancelled' }))).toBe('resume')
    expect(choiceOf(PRO, 'month', own(PRO, 'month', { status: 'paymentFailed' }))).toBe('repay')
  })

  it('begins anew with any other plan after a declined renewal [PAY-2]', () => {
    expect(choiceOf(START, 'month', own(PRO, 'year', { status: 'paymentFailed' }))).toBe('now')
  })

  it('cancels a paid plan once for Free', () => {
    expect(choiceOf(FREE, 'month', own(PRO))).toBe('cancel')
    expect(choiceOf(FREE, 'month', own(PRO, 'month', { status: 'cancelled' }))).toBe('scheduled')
  })

  it('leads visitors to the registration with every tariff, and sells every one to the others [TAR-2]', () => {
    expect([FREE, START, PRO, BUSINESS].map((tariff) => choiceOf(tariff, 'year', undefined))).toEqual([
      'register',
      'register',
      'register',
      'register',
    ])
    expect(choiceOf(BUSINESS, 'year', own(PRO))).toBe('now')
    expect(choiceOf(PRO, 'year', own(BUSINESS, 'year'))).toBe('later')
    expect(choiceOf(BUSINESS, 'year', own(BUSINESS, 'year'))).toBe('current')
  })
})
