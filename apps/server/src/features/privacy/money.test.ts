import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { auditLedger } from '#features/billing/index.ts'
import { runJobs } from '#test/run-jobs.ts'
import {
  createSubscriber,
  createTestBilling,
  payOnPage,
  type Subscriber,
  type TestBilling,
  tick,
} from '#test/subscriber.ts'
import { PASSWORD } from '#test/test-app.ts'

import { eraseAccount } from './erase.ts'

const began = new Date('2027-03-10T09:00:00Z')
const at = (text: string) => new Date(`${text}Z`)
const PRO = 3

let test: TestBilling
beforeAll(async () => {
  test = await createTestBilling(began)
})
afterAll(() => test.close())

const askFor = async ({ id }: Subscriber) =>
  (await test.signInAs(id)).call({ method: 'POST', url: '/api/account/delete', payload: { password: PASSWORD } })
const paymentsOf = (userId: string) =>
  test.ctx.db.selectFrom('payments').selectAll().where('userId', '=', userId).orderBy('createdAt').execute()
const refundsOf = (paymentId: string) =>
  test.ctx.db.selectFrom('refunds').selectAll().where('paymentId', '=', paymentId).execute()

async function newSubscriber(): Promise<Subscriber> {
  test.clock.now = began
  const user = await createSubscriber(test)
  await user.subscribe(PRO)
  return user
}

async function erase({ id }: Subscriber): Promise<void> {
  await test.ctx.db
    .updateTable('users')
    .set({ deletionRequestedAt: test.clock.now, deletionDueAt: test.clock.now })
    .where('id', '=', id)
    .execute()
  await eraseAccount(test.ctx, id)
  await runJobs(test, 'retention')
  await runJobs(test, 'privacy')
}

describe('asking for the deletion of a paid account', () => {
  it('ends the renewal and unlinks the card at once: nothing is charged any more [152-FZ]', async () => {
    const user = await newSubscriber()

    expect((await askFor(user)).statusCode).toBe(200)

    expect((await user.info()).tariff).toMatchObject({ subscriptionStatus: 'cancelled', paymentMethodData: null })
    await test.goTo(at('2027-04-11T09:00:00'))
    expect(await paymentsOf(user.id)).toHaveLength(1)
    expect((await user.info()).tariff).toMatchObject({ isFree: true })
  })
})

describe('money of a deleted account', () => {
  it('goes back by itself if it comes late, without an address for the receipt [PAY-6]', async () => {
    const user = await newSubscriber()
    const { body } = await user.post<{ paymentId: string }>('minutes', { minutesCount: 60, changePaymentMethod: true })
    await erase(user)

    await payOnPage(test, body.paymentId)

    const [payment] = (await paymentsOf(user.id)).filter(({ id }) => id === body.paymentId)
    expect(payment).toMatchObject({ status: 'succeeded', effect: 'refund' })
    expect(await refundsOf(body.paymentId)).toMatchObject([
      { status: 'succeeded', amountKopecks: payment?.amountKopecks, reason: 'the account is deleted' },
    ])
    expect(test.shop.payment(body.paymentId).refunded_amount?.value).toBe(
      test.shop.payment(body.paymentId).amount.value,
    )
    expect(await auditLedger(test.ctx)).toEqual([])
    expect(await test.ctx.db.selectFrom('lots').select('id').where('userId', '=', user.id).execute()).toEqual([])
  })

  it('goes back for a renewal under way too, and a declined one ends quietly', async () => {
    const [paid, declined] = [await newSubscriber(), await newSubscriber()]
    test.shop.outcomes({ charges: 'pending' })
    await test.goTo(at('2027-04-10T09:00:00'))
    const renewalOf = async ({ id }: Subscriber) =>
      (await paymentsOf(id)).find(({ kind }) => kind === 'renewal')?.id ?? ''
    const [good, bad] = [await renewalOf(paid), await renewalOf(declined)]
    await erase(paid)
    await erase(declined)

    test.shop.pay(good)
    test.shop.close(bad)
    await test.goTo(at('2027-04-10T12:00:00'))
    await tick(test)

    expect(await paymentsOf(paid.id)).toMatchObject([{}, { id: good, status: 'succeeded', effect: 'refund' }])
    expect(await refundsOf(good)).toMatchObject([{ status: 'succeeded' }])
    expect(await paymentsOf(declined.id)).toMatchObject([{}, { id: bad, status: 'canceled', effect: null }])
    expect(await auditLedger(test.ctx)).toEqual([])
    test.shop.outcomes({ charges: 'settled' })
  })

  it('stays in the books as it was, and the renewal job knows nothing of it', async () => {
    const user = await newSubscriber()

    await erase(user)
    await test.goTo(at('2027-05-20T09:00:00'))

    expect(await paymentsOf(user.id)).toMatchObject([{ status: 'succeeded', effect: 'period', methodId: null }])
    expect(await auditLedger(test.ctx)).toEqual([])
  })
})
