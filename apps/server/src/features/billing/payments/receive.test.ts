import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { registry } from '#platform/telemetry.ts'
import { runJobs } from '#test/run-jobs.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const PRO = 3

let shop: TestShop
let test: TestApp
beforeAll(async () => {
  shop = await startTestShop()
  test = await createTestApp({ payments: shop.config })
})
afterAll(async () => {
  await test.close()
  await shop.closeServer()
})
beforeEach(() => shop.reset())

const notify = (payload: object, remoteAddress = '127.0.0.1') =>
  test.app.inject({ method: 'POST', url: '/api/payments/yookassa', payload, remoteAddress })
const rowOf = (id: string) =>
  test.ctx.db.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const grantsOf = (id: string) =>
  test.ctx.db.selectFrom('lots').selectAll().where('source', '=', `payment:${id}`).execute()
const eventsOf = (objectId: string) =>
  test.ctx.db.selectFrom('paymentEvents').selectAll().where('objectId', '=', objectId).execute()

async function order(minutesCount = 10): Promise<string> {
  const person = await test.signIn({ tariffId: PRO })
  const url = '/api/account/payment/minutes'
  const reply = await person.call({ method: 'POST', url, payload: { minutesCount } })
  return reply.json<{ paymentId: string }>().paymentId
}

describe('a notification', () => {
  it('has its payment checked, and grants once however often it comes [PAY-6]', async () => {
    const id = await order()
    shop.pay(id)

    for (let copy = 0; copy < 3; copy++) expect((await notify(shop.notification(id))).statusCode).toBe(200)
    await runJobs(test, 'billing')
    await notify(shop.notification(id))
    await runJobs(test, 'billing')

    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', effect: 'minutes' })
    expect((await grantsOf(id)).map(({ grantedSeconds }) => grantedSeconds)).toEqual([600])
    expect(await eventsOf(shop.payment(id).id)).toHaveLength(1)
  })

  it('is not believed: only the answer of the provider counts', async () => {
    const id = await order()
    const { object } = shop.notification(id)

    await notify({ type: 'notification', event: 'payment.succeeded', object: { ...object, status: 'succeeded' } })
    await runJobs(test, 'billing')

    expect(await rowOf(id)).toMatchObject({ status: 'pending' })
    expect(await grantsOf(id)).toEqual([])
  })

  it('finds its order before the answer of the provider has come [PAY-6]', async () => {
    const id = await order()
    shop.pay(id)
    const unknown = { status: 'created', providerId: null, confirmationUrl: null } as const
    await test.ctx.db.updateTable('payments').set(unknown).where('id', '=', id).execute()

    await notify(shop.notification(id))
    await runJobs(test, 'billing')

    expect(await rowOf(id)).toMatchObject({ status: 'succeeded', providerId: shop.payment(id).id })
    expect(await grantsOf(id)).toHaveLength(1)
  })

  it('gets 404 from a stranger and leaves nothing but a count', async () => {
    const id = await order()
    shop.pay(id)

    const reply = await notify(shop.notification(id), '203.0.113.7')
    await runJobs(test, 'billing')

    expect(reply.statusCode).toBe(404)
    expect(await rowOf(id)).toMatchObject({ status: 'pending' })
    expect(await eventsOf(shop.payment(id).id)).toEqual([])
    expect(await registry.getSingleMetricAsString('payment_notifications_refused_total')).toMatch(/_total 1$/m)
  })

  it('about a payment that is not ours is stored and ignored', async () => {
    const objectId = randomUUID()

    const reply = await notify({ type: 'notification', event: 'payment.succeeded', object: { id: objectId } })
    await runJobs(test, 'billing')

    expect(reply.statusCode).toBe(200)
    expect(await eventsOf(objectId)).toHaveLength(1)
  })

  it('about anything else is stored and ignored', async () => {
    const events = ['refund.succeeded', 'payout.succeeded', 'payment_method.active']

    for (const event of events)
      expect((await notify({ type: 'notification', event, object: { id: event } })).statusCode).toBe(200)
    await runJobs(test, 'billing')

    for (const event of events) expect(await eventsOf(event)).toHaveLength(1)
  })
})

describe('an answer that contradicts the order', () => {
  it('grants nothing and changes nothing', async () => {
    const id = await order()
    shop.pay(id)
    await test.ctx.db.updateTable('payments').set({ amountKopecks: 1 }).where('id', '=', id).execute()

    await notify(shop.notification(id))
    await runJobs(test, 'billing')

    expect(await rowOf(id)).toMatchObject({ status: 'pending', effect: null })
    expect(await grantsOf(id)).toEqual([])
    expect(await registry.getSingleMetricAsString('payment_mismatches_total')).toContain('{kind="amount"} 1')
  })
})
