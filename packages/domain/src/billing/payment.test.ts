import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  chargeStep,
  declineReasonOf,
  isLost,
  mismatchOf,
  nextCheckAt,
  refundableKopecks,
  refundedSeconds,
  shownStatus,
} from './payment.ts'

const start = new Date('2026-11-15T12:00:00Z')
const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000)
const canceled = (cancelReason: string) => ({ status: 'canceled', cancelReason }) as const

describe('what the owner sees of a payment', () => {
  it('is pending until it is decided [ACC-13]', () => {
    expect(shownStatus({ status: 'created', cancelReason: null })).toBe('pending')
    expect(shownStatus({ status: 'pending', cancelReason: null })).toBe('pending')
    expect(shownStatus({ status: 'succeeded', cancelReason: null })).toBe('success')
  })

  it('tells a closed payment from a declined one [ACC-13]', () => {
    const closed = ['expired_on_confirmation', 'canceled_by_merchant', 'provider_unavailable']

    expect(closed.map((reason) => shownStatus(canceled(reason)))).toEqual(['cancel', 'cancel', 'cancel'])
    expect(shownStatus(canceled('insufficient_funds'))).toBe('error')
    expect(shownStatus(canceled('a reason of next year'))).toBe('error')
  })

  it('names the reason of a decline only', () => {
    expect(declineReasonOf(canceled('insufficient_funds'))).toBe('insufficientFunds')
    expect(declineReasonOf(canceled('a reason of next year'))).toBe('other')
    expect(declineReasonOf(canceled('expired_on_confirmation'))).toBeNull()
    expect(declineReasonOf({ status: 'succeeded', cancelReason: null })).toBeNull()
  })
})

describe('the checks of an undecided payment', () => {
  it('come after 1, 2, 5 and 15 minutes, hourly to 25 hours, then every 6 hours for 30 days', () => {
    const minutes: number[] = []
    for (let at = nextCheckAt(start, start); at; at = nextCheckAt(start, at))
      minutes.push((at.getTime() - start.getTime()) / 60_000)

    expect(minutes.slice(0, 7)).toEqual([1, 2, 5, 15, 60, 120, 180])
    expect(minutes.filter((at) => at >= 60 && at <= 1500)).toHaveLength(25)
    expect(minutes.slice(29, 32)).toEqual([1800, 2160, 2520])
    expect(minutes.at(-1)).toBe(30 * 24 * 60)
  })

  it('always lie ahead', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 50_000, noNaN: true }), (age) => {
        const next = nextCheckAt(start, after(age))
        expect(next === null || next > after(age)).toBe(true)
      }),
    )
  })
})

describe('the charge of a saved card', () => {
  const charge = (sentMinutes: number | null) =>
    ({ status: 'created', createdAt: start, sentAt: sentMinutes === null ? null : after(sentMinutes) }) as const

  it('is sent if it is wanted, and dropped otherwise', () => {
    expect(chargeStep(charge(null), true, after(0))).toBe('send')
    expect(chargeStep(charge(null), false, after(0))).toBe('drop')
  })

  it('is repeated no sooner than a minute later', () => {
    expect(chargeStep(charge(5), true, after(5.9))).toBe('wait')
    expect(chargeStep(charge(5), true, after(6))).toBe('send')
  })

  it('is never repeated once its key of idempotence may be forgotten', () => {
    expect(chargeStep(charge(5), true, after(23 * 60 - 1))).toBe('send')
    expect(chargeStep(charge(5), true, after(23 * 60))).toBe('lookUp')
  })

  it('is only looked up after the card was unlinked', () => {
    expect(chargeStep(charge(5), false, after(10))).toBe('lookUp')
  })

  it('is over once it is decided', () => {
    expect(chargeStep({ ...charge(5), status: 'pending' }, true, after(10))).toBe('lookUp')
    expect(chargeStep({ ...charge(5), status: 'succeeded' }, true, after(10))).toBe('none')
    expect(chargeStep({ ...charge(5), status: 'canceled' }, true, after(10))).toBe('none')
  })

  it('is lost an hour after its last request if the provider does not know it', () => {
    expect(isLost(charge(5), after(64))).toBe(false)
    expect(isLost(charge(5), after(65))).toBe(true)
    expect(isLost(charge(null), after(60))).toBe(true)
  })
})

describe('an answer of the provider', () => {
  const order = { id: 'order', amountKopecks: 45_000, providerId: null }
  const shop = { shopId: '1', isTest: false }
  const answer = { ...shop, orderId: 'order', providerId: 'p', amountKopecks: 45_000, currency: 'RUB' }

  it('fits the order it was asked for', () => {
    expect(mismatchOf(order, answer, shop)).toBeUndefined()
    expect(mismatchOf({ ...order, providerId: 'p' }, answer, shop)).toBeUndefined()
  })

  it.each([
    ['order', { orderId: undefined }],
    ['amount', { amountKopecks: 44_999 }],
    ['currency', { currency: 'KZT' }],
    ['shop', { shopId: '2' }],
    ['test', { isTest: true }],
  ])('is refused for another %s', (mismatch, changes) => {
    expect(mismatchOf(order, { ...answer, ...changes }, shop)).toBe(mismatch)
  })

  it('is refused for a second payment of the same order', () => {
    expect(mismatchOf({ ...order, providerId: 'other' }, answer, shop)).toBe('payment')
  })
})

describe('a refund', () => {
  it('is at most what was paid and is not on its way back', () => {
    const refunds = [
      { amountKopecks: 100, status: 'succeeded' },
      { amountKopecks: 200, status: 'created' },
      { amountKopecks: 400, status: 'canceled' },
    ] as const

    expect(refundableKopecks(1000, refunds)).toBe(700)
  })

  it('takes back seconds in proportion; all parts together take back all of them', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999 }), parts, (minutes, amounts) => {
        const amountKopecks = amounts.reduce((sum, amount) => sum + amount, 0)
        let before = 0
        let seconds = 0
        for (const amount of amounts) {
          const taken = refundedSeconds({ minutes, amountKopecks }, before, amount)
          expect(taken).toBeGreaterThanOrEqual(0)
          seconds += taken
          before += amount
          expect(seconds).toBeLessThanOrEqual((minutes * 60 * before) / amountKopecks)
        }
        expect(seconds).toBe(minutes * 60)
      }),
    )
  })
})
