import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { PaymentUnknown } from '#context.ts'
import { reserveSeconds, settleSeconds } from '#features/billing/ledger/spend.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { runJobs } from '#test/run-jobs.ts'
import { addOrder, createShopApp, type TestShop } from '#test/shop.ts'
import type { TestApp } from '#test/test-app.ts'

import { lookUp } from './check.ts'
import { type Order, openOnPage } from './open.ts'
import { refundByHand, sendRefund } from './refund.ts'
import { refundsOf, findPayment } from './repo.ts'

const PRO = 3
const HOUR_MS = 3_600_000

let shop: TestShop
let test: TestApp
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, test, close } = await createShopApp())
})
afterAll(() => close())
beforeEach(() => {
  shop.reset()
  test.clock.now = new Date('2026-11-15T12:00:00Z')
})

/** A paid order of a user without other minutes but the free ones. */
async function paid(changes: Partial<Order> = {}, userId?: string): Promise<{ userId: string; id: string }> {
  const owner = userId ?? (await test.createUser()).id
  const payment = await addOrder(test, owner, changes)
  await openOnPage(test.ctx, payment)
  shop.pay(payment.id)
  await lookUp(test.ctx, payment)
  return { userId: owner, id: payment.id }
}

const refund = (paymentId: string, amountKopecks?: number, endsPlan = false) =>
  refundByHand(test.ctx, { paymentId, amountKopecks, reason: 'test', by: 'olga', endsPlan })
const lotOf = (id: string) =>
  test.ctx.db.selectFrom('lots').selectAll().where('source', '=', `payment:${id}`).executeTakeFirstOrThrow()
const providedBack = (id: string) => shop.payment(id).refunded_amount?.value ?? '0.00'

/** Spends free minutes and then bought ones. */
async function spend(userId: string, seconds: number): Promise<void> {
  const [processId, now] = [randomUUID(), test.ctx.now()]
  await test.ctx.db.transaction().execute((tx) => reserveSeconds(tx, { userId, processId, seconds, force: true, now }))
  await test.ctx.db.transaction().execute((tx) => settleSeconds(tx, processId, seconds, now))
}

describe('a refund of minutes', () => {
  it('sends the money back and takes the minutes', async () => {
    const { id } = await paid()

    expect(await refund(id)).toMatchObject({ status: 'succeeded', amountKopecks: 8000 })
    expect(providedBack(id)).toBe('80.00')
    expect(await lotOf(id)).toMatchObject({ remainingSeconds: 0, revokedSeconds: 600 })
  })

  it('takes what remains, and never more [PAY-6]', async () => {
    const { userId, id } = await paid()
    await spend(userId, 30 * 60 + 400)

    await refund(id)

    expect(await lotOf(id)).toMatchObject({ remainingSeconds: 0, consumedSeconds: 400, revokedSeconds: 200 })
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('sends a part back and takes a part', async () => {
    const { id } = await paid()

    await refund(id, 2000)

    expect(providedBack(id)).toBe('20.00')
    expect(await lotOf(id)).toMatchObject({ remainingSeconds: 450, revokedSeconds: 150 })
  })

  it('is never more than was paid, in any number of parts at once', async () => {
    const parts = fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 6 })
    const { id: userId } = await test.createUser({ tariffId: PRO })
    await fc.assert(
      fc.asyncProperty(parts, fc.integer({ min: 1, max: 600 }), async (amounts, spent) => {
        test.clock.now = new Date(test.clock.now.getTime() + HOUR_MS)
        const { id } = await paid({}, userId)
        await spend(userId, spent)

        const outcomes = await Promise.all(amounts.map((amount) => refund(id, amount)))

        const back = (await refundsOf(test.ctx.db, id)).reduce((sum, { amountKopecks }) => sum + amountKopecks, 0)
        expect(back).toBeLessThanOrEqual(8000)
        expect(providedBack(id)).toBe((back / 100).toFixed(2))
        expect(outcomes.filter((outcome) => typeof outcome !== 'string')).toHaveLength((await refundsOf(test.ctx.db, id)).length) // prettier-ignore
        const lot = await lotOf(id)
        expect(lot.revokedSeconds).toBeLessThanOrEqual(Math.floor((600 * back) / 8000))
        expect(lot.remainingSeconds).toBeGreaterThanOrEqual(0)
      }),
      { numRuns: 8 },
    )
    await assertLedgerExact(test.ctx.db, userId)
  })
})

describe('a refund that is refused', () => {
  it('names its reason and does nothing', async () => {
    const { id } = await paid()

    expect(await refund(randomUUID())).toBe('unknownPayment')
    expect(await refund(id, 8001)).toBe('moreThanLeft')
    expect(await refund(id, 8000, true)).toBe('noPlan')
    expect(await refundsOf(test.ctx.db, id)).toEqual([])

    await refund(id)
    expect(await refund(id)).toBe('nothingLeft')
  })

  it('belongs to a payment that was not paid', async () => {
    const { userId } = await paid()
    const open = await addOrder(test, userId)

    expect(await refund(open.id)).toBe('notPaid')
  })
})

describe('a refund without an answer', () => {
  it('is sent again with the same key, and goes back once [PAY-6]', async () => {
    const { id } = await paid()
    shop.fail({ mode: 'resetAfterCommit', times: 2, match: { path: '/v3/refunds' } })

    expect(await refund(id)).toMatchObject({ status: 'created' })
    await runJobs(test, 'billing')

    expect(await refundsOf(test.ctx.db, id)).toMatchObject([{ status: 'succeeded' }])
    expect(providedBack(id)).toBe('80.00')
    expect(await lotOf(id)).toMatchObject({ revokedSeconds: 600 })
  })

  it('is found by its sum if its repeat is refused for what changed since [PAY-6]', async () => {
    const { userId, id } = await paid()
    shop.fail({ mode: 'resetAfterCommit', times: 2, match: { path: '/v3/refunds' } })
    await refund(id, 3000)
    const email = `new-${userId}@example.ru`
    await test.ctx.db.updateTable('users').set({ email }).where('id', '=', userId).execute()

    test.clock.now = new Date(test.clock.now.getTime() + 2 * 60_000)
    await runJobs(test, 'billing')

    expect(await refundsOf(test.ctx.db, id)).toMatchObject([{ status: 'succeeded' }])
    expect(providedBack(id)).toBe('30.00')
  })

  it('is found by its sum once its key may be forgotten', async () => {
    const { id } = await paid()
    shop.fail({ mode: 'resetAfterCommit', times: 2, match: { path: '/v3/refunds' } })
    await refund(id, 3000)

    test.clock.now = new Date(test.clock.now.getTime() + 25 * HOUR_MS)
    await runJobs(test, 'billing')

    expect(await refundsOf(test.ctx.db, id)).toMatchObject([{ status: 'succeeded' }])
    expect(providedBack(id)).toBe('30.00')
  })

  it('is ordered anew if the provider never had it', async () => {
    const { id } = await paid()
    shop.fail({ mode: 'internalError', times: 2, match: { path: '/v3/refunds' } })
    await refund(id, 3000)

    test.clock.now = new Date(test.clock.now.getTime() + 25 * HOUR_MS)
    await runJobs(test, 'billing')

    const refunds = await refundsOf(test.ctx.db, id)
    expect(refunds.map(({ status }) => status).toSorted()).toEqual(['canceled', 'succeeded'])
    expect(providedBack(id)).toBe('30.00')
    expect(await lotOf(id)).toMatchObject({ revokedSeconds: 225 })
  })
})

it('a refund that waits at the provider takes the minutes when it ends', async () => {
  shop.outcomes({ refunds: 'pending' })
  const { id } = await paid()
  const waiting = await refund(id)
  if (typeof waiting === 'string') throw new Error(waiting)
  await expect(sendRefund(test.ctx, waiting.id)).rejects.toThrow(PaymentUnknown)
  expect(await lotOf(id)).toMatchObject({ revokedSeconds: 0 })

  shop.outcomes({ refunds: 'succeeded' })

  expect(await sendRefund(test.ctx, waiting.id)).toMatchObject({ status: 'succeeded' })
  expect(await lotOf(id)).toMatchObject({ revokedSeconds: 600 })
  expect(providedBack(id)).toBe('80.00')
})

it('a refund that the provider cancels leaves the minutes', async () => {
  shop.outcomes({ refunds: 'canceled' })
  const { id } = await paid()

  expect(await refund(id)).toMatchObject({ status: 'canceled' })
  expect(await lotOf(id)).toMatchObject({ remainingSeconds: 600, revokedSeconds: 0 })
})

describe('the payment of a tariff', () => {
  const plan = { tariffId: PRO, billingPeriod: 'month' } as const
  const tariff = { kind: 'tariff', plan, amountKopecks: 149_000 } as const
  const subscriptionOf = (userId: string) =>
    test.ctx.db.selectFrom('subscriptions').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()

  it('leaves the plan running when it is refunded', async () => {
    const { userId, id } = await paid(tariff)

    await refund(id)

    expect(await subscriptionOf(userId)).toMatchObject({ tariffId: PRO })
  })

  it('ends the plan and its minutes when that is asked for', async () => {
    const { userId, id } = await paid(tariff)

    await refund(id, undefined, true)

    expect(await subscriptionOf(userId)).toMatchObject({ tariffId: 1, paidUntil: null })
    const lots = await test.ctx.db.selectFrom('lots').selectAll().where('userId', '=', userId).execute()
    const left = lots.filter(({ expiresAt }) => expiresAt > test.ctx.now())
    expect(left.map(({ grantedSeconds }) => grantedSeconds)).toEqual([1800])
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('goes back by itself if it no longer fits what runs', async () => {
    const { userId, id } = await paid(tariff)
    const { id: second } = await paid({ ...tariff, savesMethod: true }, userId)
    await runJobs(test, 'billing')

    expect(await findPayment(test.ctx.db, id)).toMatchObject({ effect: 'period' })
    expect(await findPayment(test.ctx.db, second)).toMatchObject({ effect: 'refund' })
    expect([providedBack(id), providedBack(second)]).toEqual(['0.00', '1490.00'])
  })
})
