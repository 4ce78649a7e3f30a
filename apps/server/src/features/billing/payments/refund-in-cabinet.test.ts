import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLedger } from '#features/billing/ledger/audit.ts'
import { balanceOf } from '#features/billing/ledger/balance.ts'
import { reserveSeconds, settleSeconds } from '#features/billing/ledger/spend.ts'
import { registry } from '#platform/telemetry.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createSubscriber, createTestBilling, payOnPage, type Subscriber, type TestBilling } from '#test/subscriber.ts'

import { refundsOf } from './repo.ts'

const BEGAN = new Date('2027-12-31T09:00:00Z')
const BUSINESS = 4
const MINUTES = 600
const PRICE_KOPECKS = 900_000
const FREE_SECONDS = 1800

let test: TestBilling
beforeAll(async () => {
  test = await createTestBilling(BEGAN)
})
afterAll(() => test.close())
beforeEach(() => {
  test.clock.now = BEGAN
})

async function refund(paymentId: string, kopecks: number): Promise<void> {
  const payload = await test.shop.refundInCabinet(paymentId, kopecks)
  const reply = await test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload })
  expect(reply.statusCode).toBe(200)
  await runJobs(test, 'billing')
}

async function buyMinutes(user: Subscriber): Promise<string> {
  const { body } = await user.post<{ paymentId: string }>('minutes', { minutesCount: MINUTES, saveCard: false })
  await payOnPage(test, body.paymentId)
  return body.paymentId
}

async function spend({ id: userId }: Subscriber, seconds: number): Promise<void> {
  const [processId, now] = [randomUUID(), test.clock.now]
  await test.ctx.db.transaction().execute((tx) => reserveSeconds(tx, { userId, processId, seconds, force: false, now }))
  await test.ctx.db.transaction().execute((tx) => settleSeconds(tx, processId, seconds, now))
}

const balance = ({ id }: Subscriber) => balanceOf(test.ctx.db, id, test.clock.now)
const lotOf = (paymentId: string) =>
  test.ctx.db.selectFrom('lots').selectAll().where('source', '=', `payment:${paymentId}`).executeTakeFirstOrThrow()

async function alarms(): Promise<number> {
  const text = await registry.metrics()
  return Number(/^payment_mismatches_total\{kind="refund"\} (\d+)/m.exec(text)?.[1])
}

describe('a refund that nobody ordered here', () => {
  it('takes the minutes it was for, once, is shown to their owner and raises an alarm', async () => {
    const user = await createSubscriber(test)
    const paymentId = await buyMinutes(user)
    const before = await alarms()

    await refund(paymentId, PRICE_KOPECKS)
    await test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload: test.shop.notification(paymentId) })
    await runJobs(test, 'billing')

    expect(await lotOf(paymentId)).toMatchObject({ remainingSeconds: 0, revokedSeconds: MINUTES * 60 })
    expect((await user.info()).payments[0]).toMatchObject({ refunded: PRICE_KOPECKS / 100 })
    expect(await refundsOf(test.ctx.db, paymentId)).toMatchObject([{ status: 'succeeded', reason: 'by the provider' }])
    expect((await alarms()) - before).toBe(1)
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('takes a part for a part, and the rest with the rest', async () => {
    const user = await createSubscriber(test)
    const paymentId = await buyMinutes(user)

    await refund(paymentId, PRICE_KOPECKS / 3)
    expect(await lotOf(paymentId)).toMatchObject({ revokedSeconds: MINUTES * 20 })
    await refund(paymentId, (PRICE_KOPECKS / 3) * 2)

    expect(await lotOf(paymentId)).toMatchObject({ remainingSeconds: 0, revokedSeconds: MINUTES * 60 })
  })

  it('takes the minutes that remain after spending', async () => {
    const user = await createSubscriber(test)
    const paymentId = await buyMinutes(user)
    await spend(user, FREE_SECONDS + 1000)

    await refund(paymentId, PRICE_KOPECKS)

    expect(await lotOf(paymentId)).toMatchObject({ remainingSeconds: 0, consumedSeconds: 1000 })
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('ends a plan and its renewal if all of its money is back', async () => {
    const user = await createSubscriber(test)
    const paymentId = await user.subscribe(BUSINESS)
    await spend(user, 100_000)

    await refund(paymentId, 599_000)

    const { planSeconds, subscription } = await balance(user)
    expect(planSeconds).toBe(FREE_SECONDS)
    expect(subscription).toMatchObject({ tariffId: 1, paidUntil: null, chargeAt: null })
  })

  it('leaves a plan to an operator if it was for a part of it, or for an earlier period', async () => {
    const user = await createSubscriber(test)
    const first = await user.subscribe(BUSINESS)
    await refund(first, 100_000)
    await test.goTo(new Date('2028-01-31T09:05:00Z'))

    await refund(first, 499_000)

    expect((await balance(user)).subscription).toMatchObject({ tariffId: BUSINESS, status: 'active' })
    expect(await auditLedger(test.ctx)).toEqual([])
  })
})
