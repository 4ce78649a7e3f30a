import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { createSubscriber, createTestBilling, type Subscriber, type TestBilling } from '#test/subscriber.ts'

const PRO = 3

let test: TestBilling
beforeAll(async () => {
  test = await createTestBilling(new Date('2027-12-31T09:00:00Z'))
})
afterAll(() => test.close())
beforeEach(() => {
  test.clock.now = new Date('2027-12-31T09:00:00Z')
})

const at = (text: string) => new Date(`${text}Z`)
const paymentsOf = (userId: string) =>
  test.ctx.db.selectFrom('payments').selectAll().where('userId', '=', userId).orderBy('createdAt').execute()
const methodOf = async ({ id }: Subscriber) =>
  (await test.ctx.db.selectFrom('paymentMethods').selectAll().where('userId', '=', id).executeTakeFirst())
    ?.providerId ?? ''

async function newSubscriber(): Promise<Subscriber> {
  const user = await createSubscriber(test)
  await user.subscribe(PRO)
  return user
}

describe('a price that changes after the warning', () => {
  const setPrice = (priceMonthKopecks: number) =>
    test.ctx.db.updateTable('tariffs').set({ priceMonthKopecks }).where('id', '=', PRO).execute()

  it('is not the price of the renewal that was announced, but of the next one', async () => {
    const user = await newSubscriber()
    await test.goTo(at('2028-01-28T09:00:00'))
    await setPrice(190_000)

    const shown = (await user.info()).tariff.nextPaymentAmount
    await test.goTo(at('2028-01-31T09:00:00'))
    await test.goTo(at('2028-02-26T09:00:00'))
    await test.goTo(at('2028-02-29T09:00:00'))
    await setPrice(149_000)

    expect(shown).toBe(1490)
    expect((await paymentsOf(user.id)).map(({ amountKopecks }) => amountKopecks)).toEqual([149_000, 149_000, 190_000])
    expect(test.mails.filter(({ to, subject }) => to === user.email && subject.includes('Скоро продлим'))).toHaveLength(
      2,
    )
  })

  it('leaves the retries after a decline at the announced price', async () => {
    const user = await newSubscriber()
    await test.goTo(at('2028-01-28T09:00:00'))
    test.shop.decline(await methodOf(user), 'insufficient_funds')
    await test.goTo(at('2028-01-31T09:00:00'))
    await setPrice(190_000)

    await test.goTo(at('2028-02-01T09:00:01'))
    await setPrice(149_000)

    expect((await paymentsOf(user.id)).map(({ amountKopecks }) => amountKopecks)).toEqual([149_000, 149_000, 149_000])
  })
})
