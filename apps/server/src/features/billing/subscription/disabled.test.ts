import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { balanceOf } from '#features/billing/index.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { createSubscriber, createTestBilling, type Subscriber, type TestBilling, tick } from '#test/subscriber.ts'

import { renewSubscriptions } from './renew.ts'

let test: TestBilling
const began = new Date('2027-12-31T09:00:00Z')
const PRO = 3

beforeAll(async () => {
  test = await createTestBilling(began)
})
afterAll(() => test.close())

const at = (text: string) => new Date(`${text}Z`)
const paymentsOf = (userId: string) =>
  test.ctx.db.selectFrom('payments').selectAll().where('userId', '=', userId).orderBy('createdAt').execute()
const mailsTo = ({ email }: Subscriber) => test.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

async function newSubscriber(): Promise<Subscriber> {
  test.clock.now = began
  const user = await createSubscriber(test)
  await user.subscribe(PRO)
  return user
}

/** A subscriber whose renewal was declined. */
async function declinedSubscriber(): Promise<Subscriber> {
  const user = await newSubscriber()
  const methods = test.ctx.db.selectFrom('paymentMethods').selectAll().where('userId', '=', user.id)
  test.shop.decline((await methods.executeTakeFirstOrThrow()).providerId, 'insufficient_funds')
  await test.goTo(at('2028-01-31T09:00:00'))
  return user
}

describe('a disabled account', () => {
  const setDisabledAt = (id: string, disabledAt: Date | null) =>
    test.ctx.db.updateTable('users').set({ disabledAt }).where('id', '=', id).execute()
  /** Signs in once the account is enabled: a disabled one shows nothing. */
  const tariffOf = async (user: Subscriber) => {
    await setDisabledAt(user.id, null)
    return (await user.info()).tariff
  }

  it('is neither warned nor charged: its plan ends with the paid time', async () => {
    const user = await newSubscriber()
    await setDisabledAt(user.id, began)
    await test.goTo(at('2028-01-30T09:00:00'))
    const before = (await balanceOf(test.ctx.db, user.id, test.clock.now)).planSeconds
    await test.goTo(at('2028-01-31T09:00:00'))
    await test.goTo(at('2028-02-20T09:00:00'))

    expect([before, await paymentsOf(user.id)]).toEqual([1200 * 60, [expect.anything()]])
    expect(mailsTo(user)).not.toContain('Скоро продлим тариф «PRO»')
    expect(await tariffOf(user)).toMatchObject({ isFree: true, paymentMethodData: { title: expect.any(String) } })
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('is renewed as before if it is enabled in time', async () => {
    const user = await newSubscriber()
    await setDisabledAt(user.id, began)
    await test.goTo(at('2028-01-30T09:00:00'))
    await setDisabledAt(user.id, null)
    await test.goTo(at('2028-01-30T10:00:00'))
    await test.goTo(at('2028-01-31T09:00:00'))

    expect(mailsTo(user)).toContain('Скоро продлим тариф «PRO»')
    expect(await paymentsOf(user.id)).toHaveLength(2)
  })

  it('withdraws a charge that was ordered and not sent yet', async () => {
    const user = await newSubscriber()
    test.clock.now = at('2028-01-31T09:00:00')
    await renewSubscriptions(test.ctx)
    await setDisabledAt(user.id, test.clock.now)
    await tick(test)
    await tick(test)

    expect(test.shop.payments().filter(({ metadata }) => metadata.userId === user.id)).toHaveLength(1)
    expect(await tariffOf(user)).toMatchObject({ isFree: true })
  })

  it('is not charged again during the grace after a declined charge', async () => {
    const user = await declinedSubscriber()
    await setDisabledAt(user.id, test.clock.now)
    for (const day of ['01', '03', '05']) await test.goTo(at(`2028-02-${day}T09:00:00`))

    expect(await paymentsOf(user.id)).toHaveLength(2)
    expect(await tariffOf(user)).toMatchObject({ isFree: true })
  })
})
