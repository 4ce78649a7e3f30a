import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { PaymentUnknown } from '#context.ts'
import { unlinkMethod } from '#features/billing/subscription/cancel.ts'
import { lockUser } from '#features/users/index.ts'
import type { PaymentRow } from '#platform/tables.ts'
import { runJobs } from '#test/run-jobs.ts'
import { addOrder, createShopApp, type TestShop } from '#test/shop.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { lookUp } from './check.ts'
import { chargeSaved, openOnPage } from './open.ts'
import { pollPayments } from './poll.ts'
import { findMethod, saveMethod, findPayment } from './repo.ts'
import { accountPayments } from './show.ts'

const PRO = 3
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

let shop: TestShop
let test: TestApp
let close: () => Promise<void>
beforeAll(async () => {
  ;({ shop, test, close } = await createShopApp())
})
afterAll(() => close())
beforeEach(async () => {
  shop.reset()
  await test.ctx.db.updateTable('payments').set({ checkAt: null }).execute()
  test.clock.now = new Date('2026-11-15T12:00:00Z')
})

/** A person whose card was saved by a first payment, and an order to charge it. */
async function automatic(): Promise<{ userId: string; payment: PaymentRow; methodId: string }> {
  const { id: userId } = await test.createUser({ tariffId: PRO })
  const first = await addOrder(test, userId, { savesMethod: true })
  await openOnPage(test.ctx, first)
  shop.pay(first.id)
  await lookUp(test.ctx, await rowOf(first.id))
  const methodId = (await findMethod(test.ctx.db, userId))?.providerId ?? ''
  return { userId, methodId, payment: await addOrder(test, userId, { methodId }) }
}

async function rowOf(id: string): Promise<PaymentRow> {
  const row = await findPayment(test.ctx.db, id)
  if (!row) throw new Error('No such payment')
  return row
}

const chargesOf = (id: string) => shop.payments().filter(({ metadata }) => metadata.orderId === id)
const postsOf = (id: string) => shop.journal().filter(({ idempotenceKey }) => idempotenceKey === id)
const replaceCard = (userId: string) =>
  test.ctx.db
    .transaction()
    .execute((tx) => saveMethod(tx, { userId, providerId: 'another', title: '', savedAt: test.ctx.now() }))
const unlink = (userId: string) =>
  test.ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    await unlinkMethod(tx, userId, test.ctx.now())
  })

/** Lets time pass, with the poll whenever something is due. */
async function pass(ms: number): Promise<void> {
  const end = new Date(test.clock.now.getTime() + ms)
  for (let due = await nextDue(); due && due <= end; due = await nextDue()) {
    test.clock.now = due
    await pollPayments(test.ctx)
    await runJobs(test, 'billing')
  }
  test.clock.now = end
}

async function nextDue(): Promise<Date | null> {
  const { fn } = test.ctx.db
  const { due } = await test.ctx.db.selectFrom('payments').select(fn.min('checkAt').as('due')).executeTakeFirstOrThrow()
  return due
}

describe('charging a saved card', () => {
  it('is done by the poll if nobody else does it', async () => {
    const { payment } = await automatic()

    await pass(2 * MINUTE_MS)

    expect(await rowOf(payment.id)).toMatchObject({ status: 'succeeded', effect: 'minutes' })
  })

  it('asks with the same key again, a minute later at the earliest, and charges once [PAY-6]', async () => {
    const { payment } = await automatic()
    shop.fail({ mode: 'resetAfterCommit', times: 2, match: { method: 'POST' } })

    await expect(chargeSaved(test.ctx, payment.id)).rejects.toThrow(PaymentUnknown)
    await expect(chargeSaved(test.ctx, payment.id)).rejects.toThrow(PaymentUnknown)
    expect(postsOf(payment.id)).toHaveLength(2) // the client repeats a reset at once
    await pass(3 * MINUTE_MS)

    expect(await rowOf(payment.id)).toMatchObject({ status: 'succeeded' })
    expect(chargesOf(payment.id)).toHaveLength(1)
  })

  it('ends with the reason of a decline', async () => {
    const { payment, methodId } = await automatic()
    shop.decline(methodId, 'card_expired')

    expect(await chargeSaved(test.ctx, payment.id)).toMatchObject({ status: 'canceled', cancelReason: 'card_expired' })
  })

  it('ends with the code of a refusal', async () => {
    const { payment } = await automatic()
    const description = 'longer than the provider allows'.repeat(5)
    await test.ctx.db.updateTable('payments').set({ description }).where('id', '=', payment.id).execute()

    expect(await chargeSaved(test.ctx, payment.id)).toMatchObject({
      status: 'canceled',
      cancelReason: 'invalid_request',
    })
  })

  it('waits while the credentials of the shop are wrong: nothing is wrong with the card', async () => {
    const { payment } = await automatic()
    const wrong = await createTestApp({ payments: { ...shop.config, secretKey: 'wrong' } })
    const ctx = { ...test.ctx, payments: wrong.ctx.payments }

    await expect(chargeSaved(ctx, payment.id)).rejects.toThrow(PaymentUnknown)
    expect(await rowOf(payment.id)).toMatchObject({ status: 'created' })
    await wrong.close()
  })

  it('is found if its repeat is refused for what changed since [PAY-6]', async () => {
    const { userId, payment } = await automatic()
    shop.fail({ mode: 'internalErrorAfterCommit', times: 2, match: { method: 'POST' } })
    await expect(chargeSaved(test.ctx, payment.id)).rejects.toThrow(PaymentUnknown)
    const email = `new-${userId}@example.ru`
    await test.ctx.db.updateTable('users').set({ email }).where('id', '=', userId).execute()

    test.clock.now = new Date(test.clock.now.getTime() + 2 * MINUTE_MS)

    expect(await chargeSaved(test.ctx, payment.id)).toMatchObject({ status: 'succeeded', effect: 'minutes' })
    expect(chargesOf(payment.id)).toHaveLength(1)
  })

  it('is never sent after 23 hours of silence, and given up when the provider does not know it [PAY-6]', async () => {
    const { payment } = await automatic()
    shop.outage(true)
    await expect(chargeSaved(test.ctx, payment.id)).rejects.toThrow(PaymentUnknown)
    await pass(23 * HOUR_MS)
    const posts = postsOf(payment.id).length
    expect(posts).toBeGreaterThan(20)

    await pass(2 * 24 * HOUR_MS)
    expect(await rowOf(payment.id)).toMatchObject({ status: 'created' })
    shop.outage(false)
    await pass(12 * HOUR_MS)

    expect(await rowOf(payment.id)).toMatchObject({ status: 'canceled', cancelReason: 'provider_unavailable' })
    expect(postsOf(payment.id)).toHaveLength(posts)
    expect(chargesOf(payment.id)).toEqual([])
  })

  it('is found after an outage if the money was taken before it [PAY-6]', async () => {
    const { payment } = await automatic()
    shop.fail({ mode: 'internalErrorAfterCommit', times: 2, match: { method: 'POST' } })
    await expect(chargeSaved(test.ctx, payment.id)).rejects.toThrow(PaymentUnknown)
    shop.outage(true)
    await pass(3 * 24 * HOUR_MS)
    shop.outage(false)
    await pass(12 * HOUR_MS)

    expect(await rowOf(payment.id)).toMatchObject({ status: 'succeeded', effect: 'minutes' })
    expect(chargesOf(payment.id)).toHaveLength(1)
  })
})

describe('orders whose answers were lost', () => {
  it('are found by one list of their time, whatever the shop has sold since', async () => {
    const { id: userId } = await test.createUser({ tariffId: PRO })
    const orders: PaymentRow[] = []
    for (let minutes = 1; minutes <= 20; minutes++) orders.push(await addOrder(test, userId, { minutes }))
    shop.fail({ mode: 'internalErrorAfterCommit', times: 2 * orders.length, match: { method: 'POST' } })
    for (const order of orders)
      await expect(openOnPage(test.ctx, order)).rejects.toMatchObject({ code: 'notAvailable' })
    test.clock.now = new Date(test.clock.now.getTime() + 30 * MINUTE_MS)
    await sellTo(userId, 150)
    const before = lists()

    await pollPayments(test.ctx)
    await runJobs(test, 'billing')

    expect(lists() - before).toBe(1)
    for (const { id } of orders) expect(await rowOf(id)).toMatchObject({ status: 'pending' })
  })
})

const lists = () => shop.journal().filter(({ path }) => path === '/v3/payments').length

/** Pages that people have left open; nobody checks these orders. */
async function sellTo(userId: string, count: number): Promise<void> {
  for (let n = 1; n <= count; n++) {
    const { id } = await addOrder(test, userId, { minutes: 100 + n })
    const order = await rowOf(id)
    await openOnPage(test.ctx, order)
    await test.ctx.db.updateTable('payments').set({ checkAt: null }).where('id', '=', id).execute()
  }
}

describe('after the card is unlinked', () => {
  it('a charge that was not sent is canceled and never sent', async () => {
    const { userId, payment } = await automatic()

    await unlink(userId)
    await pass(25 * HOUR_MS)

    expect(await rowOf(payment.id)).toMatchObject({ status: 'canceled', cancelReason: 'canceled_by_merchant' })
    expect(postsOf(payment.id)).toEqual([])
  })

  it('a charge without an answer is looked up, but never sent again', async () => {
    const { userId, payment } = await automatic()
    shop.fail({ mode: 'internalError', times: 2, match: { method: 'POST' } })
    await expect(chargeSaved(test.ctx, payment.id)).rejects.toThrow(PaymentUnknown)
    const posts = postsOf(payment.id).length

    await unlink(userId)
    await pass(25 * HOUR_MS)

    expect(await rowOf(payment.id)).toMatchObject({ status: 'canceled', cancelReason: 'provider_unavailable' })
    expect(postsOf(payment.id)).toHaveLength(posts)
  })

  it('a payment page that was opened before saves no card', async () => {
    const { id: userId } = await test.createUser({ tariffId: PRO })
    const payment = await addOrder(test, userId, { savesMethod: true })
    await openOnPage(test.ctx, payment)

    await unlink(userId)
    shop.pay(payment.id)
    await lookUp(test.ctx, await rowOf(payment.id))

    expect(await rowOf(payment.id)).toMatchObject({ status: 'succeeded' })
    expect(await findMethod(test.ctx.db, userId)).toBeUndefined()
  })

  it('another card does not pay for what the first was asked for', async () => {
    const { userId, payment } = await automatic()
    await replaceCard(userId)

    expect(await chargeSaved(test.ctx, payment.id)).toMatchObject({ status: 'canceled' })
    expect(postsOf(payment.id)).toEqual([])
  })
})

describe('a payment page', () => {
  it('is closed by the provider if nobody pays, which the poll notices', async () => {
    const { id: userId } = await test.createUser({ tariffId: PRO })
    const payment = await addOrder(test, userId, { savesMethod: true })
    await openOnPage(test.ctx, payment)

    await pass(3 * HOUR_MS)

    expect(await rowOf(payment.id)).toMatchObject({ status: 'canceled', cancelReason: 'expired_on_confirmation' })
  })

  it('is given up if it was never opened', async () => {
    const { id: userId } = await test.createUser({ tariffId: PRO })
    const payment = await addOrder(test, userId, { savesMethod: true })

    await pass(3 * HOUR_MS)

    expect(await rowOf(payment.id)).toMatchObject({ status: 'canceled', cancelReason: 'provider_unavailable' })
  })
})

describe('money that comes for an order we gave up', () => {
  it('still brings what was paid for', async () => {
    const { payment } = await automatic()
    const { status, providerId } = await chargeSaved(test.ctx, payment.id)
    expect(status).toBe('succeeded')
    const lost = { status: 'canceled', cancelReason: 'provider_unavailable', providerId: null, effect: null } as const
    await test.ctx.db.updateTable('payments').set(lost).where('id', '=', payment.id).execute()
    await test.ctx.db.deleteFrom('ledgerEntries').execute()
    await test.ctx.db.deleteFrom('lots').execute()

    await lookUp(test.ctx, { ...payment, providerId })

    expect(await rowOf(payment.id)).toMatchObject({ status: 'succeeded', effect: 'minutes', cancelReason: null })
  })
})

describe('the receipt of a payment', () => {
  it('is followed until it is registered', async () => {
    shop.outcomes({ receipts: 'pending' })
    const { payment } = await automatic()
    await chargeSaved(test.ctx, payment.id)
    expect(await rowOf(payment.id)).toMatchObject({ status: 'succeeded', receiptStatus: 'pending' })

    shop.outcomes({ receipts: 'succeeded' })
    await pass(2 * HOUR_MS)

    expect(await rowOf(payment.id)).toMatchObject({ receiptStatus: 'succeeded', checkAt: null })
  })

  it.each(['pending', 'succeeded', 'canceled'] as const)('is %s in the history of payments, too', async (receipts) => {
    shop.outcomes({ receipts })
    const { payment } = await automatic()
    const receiptOf = async () =>
      (await accountPayments(test.ctx.db, payment.userId, test.ctx.now())).payments.find(({ id }) => id === payment.id)
        ?.receipt

    const before = await receiptOf()
    await chargeSaved(test.ctx, payment.id)
    await pass(2 * HOUR_MS)

    expect([before, await receiptOf()]).toEqual([null, receipts])
  })
})
