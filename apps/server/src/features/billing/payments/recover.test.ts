import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { auditLedger } from '#features/billing/ledger/audit.ts'
import { balanceOf } from '#features/billing/ledger/balance.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createSubscriber, createTestBilling, payOnPage, type Subscriber, type TestBilling } from '#test/subscriber.ts'

import { recoverPayments } from './recover.ts'
import { refundByHand } from './refund.ts'

const PRO = 3
const OPERATOR = { by: 'olga', reason: 'restore' }

let test: TestBilling
beforeAll(async () => {
  test = await createTestBilling(new Date('2027-12-31T09:00:00Z'))
})
afterAll(() => test.close())
beforeEach(() => {
  test.shop.reset()
  test.clock.now = new Date('2027-12-31T09:00:00Z')
})

/** Everything about the money of a user. */
async function backup({ id }: Subscriber) {
  const { db } = test.ctx
  return {
    id,
    course: await db.selectFrom('subscriptions').selectAll().where('userId', '=', id).executeTakeFirstOrThrow(),
    payments: await db.selectFrom('payments').selectAll().where('userId', '=', id).orderBy('id').execute(),
    methods: await db.selectFrom('paymentMethods').selectAll().where('userId', '=', id).execute(),
    lots: await db.selectFrom('lots').selectAll().where('userId', '=', id).orderBy('id').execute(),
    entries: await db.selectFrom('ledgerEntries').select('id').where('userId', '=', id).execute(),
  }
}

async function restore({ id, course, payments, methods, lots, entries }: Awaited<ReturnType<typeof backup>>) {
  await test.ctx.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('refunds').execute()
    for (const table of ['payments', 'paymentMethods', 'lots'] as const)
      await tx.deleteFrom(table).where('userId', '=', id).execute()
    const kept = [0, ...entries.map((entry) => entry.id)]
    await tx.deleteFrom('ledgerEntries').where('userId', '=', id).where('id', 'not in', kept).execute()
    for (const row of payments) await tx.insertInto('payments').values(row).execute()
    for (const row of methods) await tx.insertInto('paymentMethods').values(row).execute()
    for (const row of lots) await tx.insertInto('lots').values(row).execute()
    await tx.updateTable('subscriptions').set(course).where('userId', '=', id).execute()
  })
}

const charges = ({ id }: Subscriber) =>
  test.shop.payments().filter(({ metadata, status }) => metadata.userId === id && status === 'succeeded')
const rowsOf = ({ id }: Pick<Subscriber, 'id'>) =>
  test.ctx.db.selectFrom('payments').selectAll().where('userId', '=', id).orderBy('createdAt').execute()
const recover = (since: string) => recoverPayments(test.ctx, new Date(since), OPERATOR)

/** Bought on 31 December, renewed on 31 January after the backup. */
async function renewedSinceBackup() {
  const user = await createSubscriber(test)
  await user.subscribe(PRO)
  await test.goTo(new Date('2028-01-28T10:00:00Z'))
  const saved = await backup(user)
  await test.goTo(new Date('2028-01-31T09:05:00Z'))
  expect(charges(user)).toHaveLength(2)
  return { user, saved }
}

describe('a database taken back to before a renewal', () => {
  it('charges no card again, for the provider knows the key', async () => {
    const { user, saved } = await renewedSinceBackup()

    await restore(saved)
    await test.goTo(new Date('2028-01-31T09:30:00Z'))

    expect(charges(user)).toHaveLength(2)
    expect((await rowsOf(user)).map(({ status, effect }) => [status, effect])).toEqual([
      ['succeeded', 'period'],
      ['succeeded', 'period'],
    ])
  })

  it('charges no card again days later, once its payments are recovered', async () => {
    const { user, saved } = await renewedSinceBackup()
    const { course, lots } = await backup(user)

    await restore(saved)
    test.clock.now = new Date('2028-02-02T12:00:00Z')
    expect(await recover('2028-01-30T00:00:00Z')).toEqual({ recovered: 1, known: 0, unknown: [] })
    await test.goTo(new Date('2028-02-02T12:05:00Z'))

    expect(charges(user)).toHaveLength(2)
    const now = await backup(user)
    expect(now.course).toMatchObject({ paidUntil: course.paidUntil, status: 'active', tariffId: PRO })
    expect(now.lots).toHaveLength(lots.length)
    expect(await auditLedger(test.ctx)).toEqual([])
  })
})

describe('the recovery of payments', () => {
  it('gives every payment since its effect, and changes nothing when repeated', async () => {
    const buyer = await createSubscriber(test)
    const subscriber = await createSubscriber(test)
    const saved = [await backup(buyer), await backup(subscriber)]
    const { body } = await buyer.post<{ paymentId: string }>('minutes', { minutesCount: 60, saveCard: false })
    await payOnPage(test, body.paymentId)
    await subscriber.subscribe(PRO)

    for (const before of saved) await restore(before)
    const first = await recover('2027-12-31T00:00:00Z')
    const after = [await backup(buyer), await backup(subscriber)]
    const second = await recover('2027-12-31T00:00:00Z')

    expect([first, second]).toEqual([
      { recovered: 2, known: 0, unknown: [] },
      { recovered: 0, known: 2, unknown: [] },
    ])
    expect([await backup(buyer), await backup(subscriber)]).toEqual(after)
    expect((await rowsOf(subscriber)).map(({ effect }) => effect)).toEqual(['period'])
    expect((await balanceOf(test.ctx.db, buyer.id, test.clock.now)).extraSeconds).toBe(3600)
    expect(after[1]?.methods).toHaveLength(1)
  })

  it('takes the minutes of refunds since, also of earlier payments', async () => {
    const buyer = await createSubscriber(test)
    const { body } = await buyer.post<{ paymentId: string }>('minutes', { minutesCount: 60, saveCard: false })
    await payOnPage(test, body.paymentId)
    const saved = await backup(buyer)
    test.clock.now = new Date('2028-01-02T09:00:00Z')
    await refundByHand(test.ctx, { paymentId: body.paymentId, endsPlan: false, ...OPERATOR })
    await runJobs(test, 'billing')

    await restore(saved)
    await recover('2028-01-02T00:00:00Z')

    expect((await balanceOf(test.ctx.db, buyer.id, test.clock.now)).extraSeconds).toBe(0)
  })

  it('names payments that are no orders of ours, and touches nobody for them', async () => {
    const { id: userId, email } = await createSubscriber(test)
    const terms = { ...TERMS, userId: 'a customer of another program' }
    const way = { returnUrl: 'https://another.example' }
    const order = { orderId: randomUUID(), terms, amountKopecks: 5000, description: 'Tea', email, ...way }
    const foreign = await test.ctx.payments?.charge(order)
    test.shop.pay(order.orderId)

    expect(await recover('2027-12-31T00:00:00Z')).toEqual({ recovered: 0, known: 0, unknown: [foreign?.providerId] })
    expect(await rowsOf({ id: userId })).toEqual([])
  })
})

const TERMS = {
  kind: 'minutes',
  minutes: 10,
  tariffId: null,
  billingPeriod: null,
  periodStart: null,
  methodId: null,
  savesMethod: false,
} as const
