import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { assertLedgerExact } from '#test/ledger.ts'
import { runJobs } from '#test/run-jobs.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { pollPayments } from './poll.ts'

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

type Bought = { autoConfirm: boolean; redirectUrl: string | null; paymentId: string }

const buy = (person: Caller, body: object) =>
  person.call({ method: 'POST', url: '/api/account/payment/minutes', payload: body })
const bought = async (person: Caller, body: object) => (await buy(person, body)).json<Bought>()
const read = async (person: Caller, path: string) => (await person.call({ method: 'GET', url: `/api/${path}` })).json()
const stateOf = (person: Caller, id: string) => read(person, `account/payments/${id}`)
const extraOf = async (person: Caller) => (await read(person, 'account/info')).minutesExtraRemain as number
/** Pretends that the provider was last asked long ago. */
const forgetCheck = (id: string) =>
  test.ctx.db
    .updateTable('payments')
    .set({ sentAt: new Date(0) })
    .where('id', '=', id)
    .execute()

async function withCard(tariffId = PRO): Promise<Caller> {
  const person = await test.signIn({ tariffId })
  const { paymentId } = await bought(person, { minutesCount: 30 })
  shop.pay(paymentId)
  await forgetCheck(paymentId)
  await stateOf(person, paymentId)
  return person
}

describe('buying minutes on the page of the provider', () => {
  it('grants them once they are paid, and saves the card [PAY-1] [API-6]', async () => {
    const person = await test.signIn({ tariffId: PRO })

    const { autoConfirm, redirectUrl, paymentId } = await bought(person, { minutesCount: 45 })
    expect(autoConfirm).toBe(false)
    expect(redirectUrl).toContain(shop.url)
    expect(shop.payment(paymentId)).toMatchObject({ amount: { value: '360.00', currency: 'RUB' } })
    expect(await extraOf(person)).toBe(0)

    shop.pay(paymentId)
    await forgetCheck(paymentId)
    expect(await stateOf(person, paymentId)).toMatchObject({ status: 'success', minutes: 45, redirectUrl: null })
    expect(await extraOf(person)).toBe(45)
    expect((await read(person, 'account/info')).tariff.paymentMethodData.title).toContain('4444')
    await assertLedgerExact(test.ctx.db, person.userId ?? '')
  })

  it('saves no card of a payer who does not want it', async () => {
    const person = await test.signIn({ tariffId: PRO })

    const { paymentId } = await bought(person, { minutesCount: 1, saveCard: false })
    shop.pay(paymentId)
    await forgetCheck(paymentId)

    expect(await stateOf(person, paymentId)).toMatchObject({ status: 'success' })
    expect((await read(person, 'account/info')).tariff.paymentMethodData).toBeNull()
  })

  it('opens one page for the same purchase, and another for another', async () => {
    const person = await test.signIn({ tariffId: PRO })

    const [first, again] = [await bought(person, { minutesCount: 2 }), await bought(person, { minutesCount: 2 })]
    const other = await bought(person, { minutesCount: 3 })

    expect(again).toEqual(first)
    expect(other.paymentId).not.toBe(first.paymentId)
    expect(shop.payments()).toHaveLength(2)
  })

  it('opens the same page after an answer that was lost [PAY-6]', async () => {
    const person = await test.signIn({ tariffId: PRO })
    shop.fail({ mode: 'resetAfterCommit', times: 2, match: { method: 'POST' } })

    const lost = await buy(person, { minutesCount: 7 })
    expect(lost.statusCode).toBe(503)
    const { redirectUrl } = await bought(person, { minutesCount: 7 })

    expect(redirectUrl).toContain(shop.url)
    expect(shop.payments()).toHaveLength(1)
  })

  it('shows a declined payment with its reason, and a closed one as canceled [ACC-13]', async () => {
    const person = await test.signIn({ tariffId: PRO })
    const [declined, closed] = [await bought(person, { minutesCount: 4 }), await bought(person, { minutesCount: 5 })]

    shop.pay(declined.paymentId, '4600')
    shop.close(closed.paymentId)
    await forgetCheck(declined.paymentId)
    await forgetCheck(closed.paymentId)

    expect(await stateOf(person, declined.paymentId)).toMatchObject({
      status: 'error',
      declineReason: 'insufficientFunds',
    })
    expect(await stateOf(person, closed.paymentId)).toMatchObject({ status: 'cancel', declineReason: null })
    expect(await extraOf(person)).toBe(0)
  })
})

describe('buying minutes with the saved card', () => {
  it('charges it at once [PAY-1]', async () => {
    const person = await withCard()

    const reply = await bought(person, { minutesCount: 10 })

    expect(reply).toMatchObject({ autoConfirm: true, redirectUrl: null })
    expect(await extraOf(person)).toBe(40)
  })

  it('charges once for two clicks, at once or one after the other [PAY-6]', async () => {
    const person = await withCard()

    const clicks = await Promise.all([1, 2, 3].map(() => bought(person, { minutesCount: 10 })))
    clicks.push(await bought(person, { minutesCount: 10 }))

    expect(new Set(clicks.map(({ paymentId }) => paymentId)).size).toBe(1)
    expect(await extraOf(person)).toBe(40)
  })

  it('says that it was declined [PAY-4]', async () => {
    const person = await withCard()
    const method = await test.ctx.db.selectFrom('paymentMethods').selectAll().where('userId', '=', person.userId ?? '').executeTakeFirstOrThrow() // prettier-ignore
    shop.decline(method.providerId, 'insufficient_funds')

    const reply = await buy(person, { minutesCount: 10 })

    expect([reply.statusCode, reply.json().code]).toEqual([402, 'paymentDeclined'])
    expect(await extraOf(person)).toBe(30)
  })

  it('waits for an outcome that is not known yet, and charges once [PAY-6]', async () => {
    const person = await withCard()
    shop.fail({ mode: 'internalErrorAfterCommit', times: 2, match: { method: 'POST' } })

    const { autoConfirm, paymentId } = await bought(person, { minutesCount: 10 })
    expect(autoConfirm).toBe(true)
    expect(await stateOf(person, paymentId)).toMatchObject({ status: 'pending' })

    const earlier = new Date(Date.now() - 90_000)
    const moved = { createdAt: earlier, sentAt: earlier, checkAt: earlier }
    await test.ctx.db.updateTable('payments').set(moved).where('id', '=', paymentId).execute()
    await pollPayments(test.ctx)
    await runJobs(test, 'billing')

    expect(await stateOf(person, paymentId)).toMatchObject({ status: 'success' })
    expect(await extraOf(person)).toBe(40)
    expect(shop.payments().filter(({ metadata }) => metadata.orderId === paymentId)).toHaveLength(1)
  })

  it('goes to the page for another card, which replaces the saved one', async () => {
    const person = await withCard()

    const { redirectUrl, paymentId } = await bought(person, { minutesCount: 10, changePaymentMethod: true })
    expect(redirectUrl).toContain(shop.url)
    shop.pay(paymentId, '4111111111111111')
    await forgetCheck(paymentId)
    await stateOf(person, paymentId)

    expect((await read(person, 'account/info')).tariff.paymentMethodData.title).toContain('1111')
  })
})

describe('minutes that cannot be bought', () => {
  it.each([0, -30, 1.5, 100_000])('are %s', async (minutesCount) => {
    const person = await test.signIn({ tariffId: PRO })

    expect((await buy(person, { minutesCount })).statusCode).toBe(400)
  })

  it('are odd ones on the free tariff, which sells blocks of 30 [ACC-5]', async () => {
    const person = await test.signIn()

    const reply = await buy(person, { minutesCount: 31 })

    expect(reply.statusCode).toBe(400)
    expect(reply.json().fields.minutesCount.code).toBe('wrongStep')
    expect((await buy(person, { minutesCount: 60 })).statusCode).toBe(200)
  })

  it('cost more than a card can pay', async () => {
    const person = await test.signIn({ tariffId: PRO })

    expect((await buy(person, { minutesCount: 99_999 })).json().fields.minutesCount.code).toBe('tooMuch')
  })

  it('have no e-mail for the receipt [PAY-4]', async () => {
    const person = await test.signIn({ tariffId: PRO })
    await test.ctx.db
      .updateTable('users')
      .set({ email: null })
      .where('id', '=', person.userId ?? '')
      .execute()

    const reply = await buy(person, { minutesCount: 1 })

    expect([reply.statusCode, reply.json().error]).toEqual([422, "User hasn't email"])
    expect((await read(person, 'account/info')).payments).toEqual([])
  })

  it('belong to a tariff that its owner cannot change', async () => {
    const person = await test.signIn({ tariffId: PRO })
    const own = { id: 77, name: 'Own', isPublic: false, minutes: 1, priceMonthKopecks: 1, priceMinuteKopecks: 1 }
    const limits = { fileSizeMb: 1, limitFileCount: null, fileStorageDays: 1, meta: '{}' }
    await test.ctx.db.insertInto('tariffs').values({ ...own, ...limits }).execute() // prettier-ignore
    await test.ctx.db.updateTable('subscriptions').set({ tariffId: 77 }).where('userId', '=', person.userId ?? '').execute() // prettier-ignore

    expect((await buy(person, { minutesCount: 1 })).json().code).toBe('tariffFixed')
  })

  it('are not sold without a provider', async () => {
    const closed = await createTestApp({ payments: undefined })
    const person = await closed.signIn()

    expect((await buy(person, { minutesCount: 30 })).json().code).toBe('paymentsOff')
    await closed.close()
  })
})

describe('payments of a user', () => {
  it('are listed newest first, with what went back [ACC-10] [ACC-12] [ACC-13]', async () => {
    const person = await withCard()
    const { paymentId } = await bought(person, { minutesCount: 10 })
    const refund = { id: randomUUID(), paymentId, amountKopecks: 4000, reason: 'test', status: 'succeeded' } as const
    await test.ctx.db.insertInto('refunds').values({ ...refund, createdAt: new Date() }).execute() // prettier-ignore

    const { payments } = await read(person, 'account/info')

    expect(payments).toMatchObject([
      { id: paymentId, amount: 80, refunded: 40, type: 'extraMinutes', status: 'success' },
      { amount: 240, refunded: 0, description: 'Дополнительные минуты: 30\u00a0минут' },
    ])
  })

  it('are not found by others', async () => {
    const { paymentId } = await bought(await test.signIn({ tariffId: PRO }), { minutesCount: 1 })
    const stranger = await test.signIn()

    const reply = await stranger.call({ method: 'GET', url: `/api/account/payments/${paymentId}` })

    expect(reply.statusCode).toBe(404)
  })

  it('are checked at the provider at most every two seconds', async () => {
    const person = await test.signIn({ tariffId: PRO })
    const { paymentId } = await bought(person, { minutesCount: 1 })
    await forgetCheck(paymentId)

    await Promise.all([1, 2, 3, 4].map(() => stateOf(person, paymentId)))

    expect(shop.journal().filter(({ method }) => method === 'GET')).toHaveLength(1)
  })

  it('are shown as they are known while the provider does not answer', async () => {
    const person = await test.signIn({ tariffId: PRO })
    const { paymentId } = await bought(person, { minutesCount: 1 })
    await forgetCheck(paymentId)
    shop.outage(true)

    expect(await stateOf(person, paymentId)).toMatchObject({ status: 'pending' })
  })
})

describe('purchase events', () => {
  it('are reported after the purchase, and no more a minute after their first report [PAY-3] [PAY-7]', async () => {
    const person = await withCard()
    const { events } = await read(person, 'account')
    expect(events).toMatchObject([{ type: 'minutes', minutes: 30, amount: 240, tariffId: null, tariffName: null }])

    expect((await read(person, 'account')).events).toEqual(events)
    await test.ctx.db.updateTable('payments').set({ reportedAt: new Date(Date.now() - 61_000) }).execute() // prettier-ignore
    expect((await read(person, 'account')).events).toEqual([])
  })

  it('do not tell of payments that were not made, or went back at once [PAY-3]', async () => {
    const person = await test.signIn({ tariffId: PRO })
    const { paymentId } = await bought(person, { minutesCount: 1 })
    expect((await read(person, 'account')).events).toEqual([])

    shop.pay(paymentId)
    await forgetCheck(paymentId)
    await stateOf(person, paymentId)
    await test.ctx.db.updateTable('payments').set({ effect: 'refund' }).where('id', '=', paymentId).execute()

    expect((await read(person, 'account')).events).toEqual([])
  })
})
