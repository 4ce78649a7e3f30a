import type { Tariff } from '@doslovno/contract/tariffs.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { balanceOf } from '#features/billing/index.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import {
  createSubscriber,
  createTestBilling,
  payOnPage,
  type Subscriber,
  type TestBilling,
  tick,
} from '#test/subscriber.ts'

import { advance, renewSubscriptions } from './renew.ts'

let test: TestBilling
const began = new Date('2027-12-31T09:00:00Z')
const [START, PRO, BUSINESS] = [2, 3, 4]

beforeAll(async () => {
  test = await createTestBilling(began)
})
afterAll(() => test.close())

const at = (text: string) => new Date(`${text}Z`)
const minutesOf = async (userId: string) => {
  const { planSeconds } = await balanceOf(test.ctx.db, userId, test.clock.now)
  return planSeconds / 60
}
const paymentsOf = (userId: string) =>
  test.ctx.db.selectFrom('payments').selectAll().where('userId', '=', userId).orderBy('createdAt').execute()
const mailsTo = ({ email }: Subscriber) => test.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
const methodOf = async ({ id }: Subscriber) =>
  (await test.ctx.db.selectFrom('paymentMethods').selectAll().where('userId', '=', id).executeTakeFirst())
    ?.providerId ?? ''

async function newSubscriber(tariffId: number, period: 'month' | 'year' = 'month'): Promise<Subscriber> {
  test.clock.now = began
  const user = await createSubscriber(test)
  await user.subscribe(tariffId, period)
  return user
}

/** A subscriber whose renewal was declined. */
async function declinedSubscriber(reason: Parameters<TestBilling['shop']['decline']>[1]): Promise<Subscriber> {
  const user = await newSubscriber(PRO)
  test.shop.decline(await methodOf(user), reason)
  await test.goTo(at('2028-01-31T09:00:00'))
  return user
}

describe('choosing a tariff', () => {
  it('opens the payment page and starts the plan with its minutes once it is paid [PAY-1] [API-6] [TAR-6]', async () => {
    test.clock.now = began
    const user = await createSubscriber(test)

    const chosen = await user.post<{ redirectUrl: string; paymentId: string }>('tariff', {
      tariffId: PRO,
      period: 'month',
    })
    const before = await minutesOf(user.id)
    await payOnPage(test, chosen.body.paymentId)

    expect(chosen.body).toEqual({
      redirectUrl: expect.stringContaining('/pay/'),
      isFree: false,
      paymentId: chosen.body.paymentId,
      effectiveAt: null,
    })
    expect([before, await minutesOf(user.id)]).toEqual([30, 1200])
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('is an event of its own type, with the tariff instead of minutes [PAY-3] [PAY-7]', async () => {
    const person = await test.signInAs((await newSubscriber(PRO)).id)

    const { events } = (await person.call({ url: '/api/account' })).json()

    const tariff = { type: 'subscribeToTariff', tariffId: PRO, tariffName: 'PRO', minutes: null, amount: 1490 }
    expect(events).toMatchObject([{ paymentId: expect.any(String), ...tariff }])
  })

  it('shows the dates, the price and the card of the plan on the account page [ACC-4] [ACC-9] [ACC-12]', async () => {
    const user = await newSubscriber(PRO)

    expect((await user.info()).tariff).toMatchObject({
      id: PRO,
      name: 'PRO',
      public: true,
      isFree: false,
      subscriptionStatus: 'active',
      expiredAt: '2028-01-31T09:00:00.000Z',
      nextPaymentDate: '2028-01-31T09:00:00.000Z',
      nextPaymentAmount: 1490,
      nextTariff: null,
      graceUntil: null,
      nextMinutesBundleDate: '2028-01-31T09:00:00.000Z',
      minutesRemain: 1200,
      minutesActual: 1200,
      maxFileSize: 2000,
      priceMinute: 8,
      paymentMethodData: { title: expect.stringContaining('4444') },
    })
  })

  it('replaces the minutes of a cheaper plan at once [TAR-6] [TAR-5]', async () => {
    const user = await newSubscriber(START)
    await test.goTo(at('2028-01-10T00:00:00'))

    await user.subscribe(BUSINESS)

    expect(await minutesOf(user.id)).toBe(6000)
    expect((await user.info()).tariff).toMatchObject({ id: BUSINESS, expiredAt: '2028-02-10T00:00:00.000Z' })
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('grants the minutes of the dearer of two plans that were paid in the same moment', async () => {
    test.clock.now = began
    const user = await createSubscriber(test)
    const cheaper = await user.post<{ paymentId: string }>('tariff', { tariffId: START, period: 'month' })
    const dearer = await user.post<{ paymentId: string }>('tariff', { tariffId: PRO, period: 'month' })

    await payOnPage(test, cheaper.body.paymentId)
    await payOnPage(test, dearer.body.paymentId)

    expect(await minutesOf(user.id)).toBe(1200)
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('starts a year at once instead of the month, for 80 % of the price [TAR-6] [TAR-7]', async () => {
    const user = await newSubscriber(PRO)
    await test.goTo(at('2028-01-10T00:00:00'))

    const paymentId = await user.subscribe(PRO, 'year')

    expect(test.shop.payment(paymentId).amount.value).toBe('14304.00')
    expect((await user.info()).tariff).toMatchObject({ period: 'year', expiredAt: '2029-01-10T00:00:00.000Z' })
  })

  it('lets a cheaper plan follow the paid time, at its own price [TAR-6] [ACC-4]', async () => {
    const user = await newSubscriber(PRO)

    const chosen = await user.post('tariff', { tariffId: START, period: 'month' })
    const waiting = (await user.info()).tariff
    await test.goTo(at('2028-01-31T09:00:00'))

    expect(chosen.body).toMatchObject({ redirectUrl: null, isFree: false, effectiveAt: '2028-01-31T09:00:00.000Z' })
    expect(waiting).toMatchObject({ id: PRO, nextTariff: 'Старт', nextPaymentAmount: 590 })
    expect((await user.info()).tariff).toMatchObject({ id: START, expiredAt: '2028-02-29T09:00:00.000Z' })
    expect((await paymentsOf(user.id)).map(({ amountKopecks }) => amountKopecks)).toEqual([149_000, 59_000])
    expect(await minutesOf(user.id)).toBe(300)
  })

  it('forgets the cheaper plan when the current one is chosen again', async () => {
    const user = await newSubscriber(PRO)
    await user.post('tariff', { tariffId: START, period: 'month' })

    const again = await user.post('tariff', { tariffId: PRO, period: 'month' })

    expect(again.body).toMatchObject({ redirectUrl: null, isFree: false })
    expect((await user.info()).tariff.nextTariff).toBeNull()
  })

  it('keeps a year until its end when a month is chosen [TAR-6]', async () => {
    const user = await newSubscriber(START, 'year')

    const chosen = await user.post('tariff', { tariffId: BUSINESS, period: 'month' })

    expect(chosen.body).toMatchObject({ redirectUrl: null, effectiveAt: '2028-12-31T09:00:00.000Z' })
  })

  it('cancels with the free tariff, which comes at the end of the paid time [TAR-3] [PAY-2]', async () => {
    const user = await newSubscriber(PRO)

    const chosen = await user.post('tariff', { tariffId: 1, period: 'month' })
    const status = (await user.info()).tariff.subscriptionStatus
    await test.goTo(at('2028-01-31T09:00:00'))

    expect(chosen.body).toMatchObject({ isFree: true, effectiveAt: '2028-01-31T09:00:00.000Z' })
    expect(status).toBe('cancelled')
    expect((await user.info()).tariff).toMatchObject({ isFree: true, expiredAt: null, minutesRemain: 30 })
    expect(await paymentsOf(user.id)).toHaveLength(1)
  })

  it('is refused on a tariff that is not public, and knows no tariff that is not [TAR-2]', async () => {
    const fixed = await createSubscriber(test)
    const other = await createSubscriber(test)
    const hidden = { id: 77, name: 'Hidden', isPublic: false, minutes: 1, priceMonthKopecks: 100 }
    const limits = { priceMinuteKopecks: 100, fileSizeMb: 1, limitFileCount: null, fileStorageDays: 1, meta: '{}' }
    await test.ctx.db
      .insertInto('tariffs')
      .values({ ...hidden, ...limits })
      .execute()
    await test.ctx.db.updateTable('subscriptions').set({ tariffId: 77 }).where('userId', '=', fixed.id).execute()

    const refused = await fixed.post<{ code: string }>('tariff', { tariffId: PRO, period: 'month' })
    const unknown = await other.post('tariff', { tariffId: 77, period: 'month' })

    expect([refused.status, unknown.status]).toEqual([409, 404])
  })

  it('gives the money back for a second payment of the same plan', async () => {
    test.clock.now = began
    const user = await createSubscriber(test)
    const first = await user.post<{ paymentId: string }>('tariff', { tariffId: PRO, period: 'month' })
    test.clock.now = new Date(began.getTime() + 55 * 60_000)
    const second = await user.post<{ paymentId: string }>('tariff', { tariffId: PRO, period: 'month' })

    await payOnPage(test, second.body.paymentId)
    await payOnPage(test, first.body.paymentId)
    await tick(test)

    const effects = (await paymentsOf(user.id)).map(({ effect }) => effect)
    expect(effects).toEqual(['refund', 'period'])
    expect(test.shop.payment(first.body.paymentId).refunded_amount?.value).toBe('1490.00')
    expect(await minutesOf(user.id)).toBe(1200)
  })
})

describe('the catalogue', () => {
  it('has the public tariffs with both prices [TAR-7] [TAR-9]', async () => {
    const reply = await test.app.inject({ method: 'GET', url: '/api/account/tariffs' })

    expect(reply.json<Tariff[]>().find(({ id }) => id === PRO)).toEqual({
      id: PRO,
      name: 'PRO',
      meta: { description: 'Для работы с\u00a0интервью и\u00a0встречами', popular: true, unlimitTheses: true },
      priceMonth: 1490,
      priceYear: 17_880,
      priceYearDiscount: 14_304,
      priceMinute: 8,
      minutes: 1200,
      fileSize: 2000,
      limitFileCount: null,
      fileStorage: 180,
      remainedMonths: null,
    })
  })

  it('tells a yearly customer the months that are paid [TAR-9]', async () => {
    const user = await newSubscriber(PRO, 'year')
    test.clock.now = at('2028-03-01T00:00:00')

    const reply = await (await test.signInAs(user.id)).call({ method: 'GET', url: '/api/account/tariffs' })

    const months = reply.json<Tariff[]>().map(({ id, remainedMonths }) => [id, remainedMonths])
    expect(months).toEqual([
      [1, null],
      [START, null],
      [PRO, 10],
      [BUSINESS, null],
    ])
  })
})

describe('a renewal', () => {
  it('is charged to the saved card on time and once, however often the jobs run [PAY-5]', async () => {
    const user = await newSubscriber(PRO)
    await test.goTo(at('2028-01-31T08:59:59'))
    const early = await paymentsOf(user.id)

    test.clock.now = at('2028-01-31T09:00:00')
    await Promise.all([1, 2, 3].map(() => renewSubscriptions(test.ctx)))
    await tick(test)
    await tick(test)

    expect(early).toHaveLength(1)
    const charged = test.shop.payments().filter(({ metadata }) => metadata.userId === user.id)
    expect(charged.map(({ status, amount }) => [status, amount.value])).toEqual([
      ['succeeded', '1490.00'],
      ['succeeded', '1490.00'],
    ])
    expect((await user.info()).tariff).toMatchObject({ expiredAt: '2028-02-29T09:00:00.000Z', minutesRemain: 1200 })
  })

  it('is announced by mail three days before, once', async () => {
    const user = await newSubscriber(PRO)
    await test.goTo(at('2028-01-28T09:00:00'))
    await test.goTo(at('2028-01-30T09:00:00'))

    expect(mailsTo(user)).toEqual(['Тариф «PRO» подключён', 'Скоро продлим тариф «PRO»'])
    const warning = test.mails.findLast(({ to }) => to === user.email)?.text.replaceAll('\u00a0', ' ')
    expect(warning).toContain('31 января 2028 года спишем 1 490 ₽ с карты *4444 за следующий месяц тарифа «PRO»')
  })

  it('brings the bundle of every month of a year and charges nothing meanwhile [TAR-5]', async () => {
    const user = await newSubscriber(START, 'year')
    const seen: number[] = []

    for (let month = 1; month < 12; month++) {
      test.clock.now = new Date(Date.UTC(2028, month, 15))
      await advance(test.ctx, user.id)
      seen.push(await minutesOf(user.id))
    }

    expect(seen).toEqual(Array.from({ length: 11 }, () => 300))
    expect(await paymentsOf(user.id)).toHaveLength(1)
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('waits for the provider without a grace and without minutes', async () => {
    const user = await newSubscriber(PRO)
    test.shop.outage(true)
    await test.goTo(at('2028-01-31T09:00:00'))
    await test.goTo(at('2028-02-03T09:00:00'))
    const during = (await user.info()).tariff
    test.shop.outage(false)
    await test.goTo(at('2028-02-03T15:30:00'))
    await test.goTo(at('2028-02-03T21:30:00'))

    expect(during).toMatchObject({ id: PRO, subscriptionStatus: 'active', minutesRemain: 0, graceUntil: null })
    expect((await user.info()).tariff).toMatchObject({ expiredAt: '2028-02-29T09:00:00.000Z', minutesRemain: 1200 })
    const succeeded = test.shop.payments().filter(({ metadata, status }) => metadata.userId === user.id && status === 'succeeded') // prettier-ignore
    expect(succeeded).toHaveLength(2)
  })

  it('fails at once without a saved card [PAY-2]', async () => {
    const user = await newSubscriber(PRO)
    await test.ctx.db.deleteFrom('paymentMethods').where('userId', '=', user.id).execute()

    await test.goTo(at('2028-01-31T09:00:00'))

    expect((await user.info()).tariff).toMatchObject({
      subscriptionStatus: 'paymentFailed',
      graceUntil: '2028-02-05T09:00:00.000Z',
    })
    expect(mailsTo(user).at(-1)).toBe('Не получилось продлить тариф')
  })
})

describe('a declined renewal', () => {
  it('becomes paymentFailed with a grace of five days, without new minutes [PAY-5] [PAY-2]', async () => {
    const user = await declinedSubscriber('insufficient_funds')

    expect((await user.info()).tariff).toMatchObject({
      id: PRO,
      subscriptionStatus: 'paymentFailed',
      graceUntil: '2028-02-05T09:00:00.000Z',
      nextPaymentDate: null,
      nextPaymentAmount: 1490,
      nextMinutesBundleDate: null,
      minutesRemain: 0,
    })
    expect(mailsTo(user).at(-1)).toBe('Не получилось продлить тариф')
  })

  it('is retried after one and three days, and succeeds for the same period', async () => {
    const user = await declinedSubscriber('insufficient_funds')
    await test.goTo(at('2028-02-01T09:00:00'))
    test.shop.decline(await methodOf(user), null)
    await test.goTo(at('2028-02-03T08:59:00'))
    const waiting = await paymentsOf(user.id)
    await test.goTo(at('2028-02-03T09:00:00'))

    expect(waiting).toHaveLength(3)
    expect(await paymentsOf(user.id)).toHaveLength(4)
    expect((await user.info()).tariff).toMatchObject({
      subscriptionStatus: 'active',
      expiredAt: '2028-02-29T09:00:00.000Z',
      minutesRemain: 1200,
    })
  })

  it('is not retried for an expired card and ends in the free tariff [PAY-2]', async () => {
    const user = await declinedSubscriber('card_expired')
    await test.goTo(at('2028-02-04T09:00:00'))
    const inGrace = (await user.info()).tariff.id
    await test.goTo(at('2028-02-05T09:00:00'))

    expect(inGrace).toBe(PRO)
    expect((await user.info()).tariff).toMatchObject({ isFree: true, subscriptionStatus: 'active', minutesRemain: 30 })
    expect(await paymentsOf(user.id)).toHaveLength(2)
    expect(mailsTo(user).at(-1)).toBe('Теперь у тебя бесплатный тариф')
  })

  it('is repaid by the saved card at once; the period has no gap [PAY-1] [PAY-2]', async () => {
    const user = await declinedSubscriber('insufficient_funds')
    test.clock.now = at('2028-01-31T20:00:00')
    test.shop.decline(await methodOf(user), null)

    const repaid = await user.post('repay-subscription')

    expect(repaid).toMatchObject({ status: 200, body: { autoConfirm: true, redirectUrl: null } })
    expect((await user.info()).tariff).toMatchObject({
      subscriptionStatus: 'active',
      expiredAt: '2028-02-29T09:00:00.000Z',
      minutesRemain: 1200,
    })
  })

  it('is told to the user if the card is declined again, and repaid with another card [PAY-1] [PAY-2]', async () => {
    const user = await declinedSubscriber('insufficient_funds')

    const declined = await user.post('repay-subscription')
    const other = await user.post<{ paymentId: string }>('repay-subscription', { changePaymentMethod: true })
    await payOnPage(test, other.body.paymentId, '4111111111111111')

    expect(declined.status).toBe(402)
    expect(other.body).toMatchObject({ autoConfirm: false, redirectUrl: expect.stringContaining('/pay/') })
    const { tariff } = await user.info()
    expect(tariff).toMatchObject({ subscriptionStatus: 'active', expiredAt: '2028-02-29T09:00:00.000Z' })
    expect(tariff.paymentMethodData?.title).toContain('1111')
  })

  it('has nothing to repay while the plan is paid', async () => {
    const user = await newSubscriber(PRO)

    expect((await user.post('repay-subscription')).status).toBe(409)
  })
})

describe('cancelling', () => {
  it('replies with the end of the paid time, and again if repeated [PAY-1] [ACC-9]', async () => {
    const user = await newSubscriber(PRO)

    const first = await user.post('cancel-subscription')
    const second = await user.post('cancel-subscription')
    await tick(test)

    expect([first.body, second.body]).toEqual([
      { expiredAt: '2028-01-31T09:00:00.000Z' },
      { expiredAt: '2028-01-31T09:00:00.000Z' },
    ])
    expect(mailsTo(user).filter((subject) => subject === 'Подписка отменена')).toHaveLength(1)
  })

  it('has nothing to do on the free tariff [PAY-1]', async () => {
    const user = await createSubscriber(test)

    expect((await user.post('cancel-subscription')).body).toEqual({ expiredAt: null })
  })

  it('ends the plan at once during the grace period [PAY-2]', async () => {
    const user = await declinedSubscriber('insufficient_funds')

    const cancelled = await user.post('cancel-subscription')

    expect(cancelled.body).toEqual({ expiredAt: '2028-01-31T09:00:00.000Z' })
    expect((await user.info()).tariff.isFree).toBe(true)
  })

  it('is taken back by choosing the plan again', async () => {
    const user = await newSubscriber(PRO)
    await user.post('cancel-subscription')

    const chosen = await user.post('tariff', { tariffId: PRO, period: 'month' })
    await test.goTo(at('2028-01-31T09:00:00'))

    expect(chosen.body).toMatchObject({ redirectUrl: null, paymentId: null })
    expect((await user.info()).tariff).toMatchObject({ id: PRO, expiredAt: '2028-02-29T09:00:00.000Z' })
  })
})

describe('unlinking the card', () => {
  it('lets the plan run to its end and charges nothing any more [ACC-9] [PAY-1]', async () => {
    const user = await newSubscriber(PRO)

    const unlinked = await user.post('unlink-card')
    const { tariff } = await user.info()
    for (const day of ['2028-01-31', '2028-03-31']) await test.goTo(at(`${day}T09:00:00`))

    expect(unlinked).toEqual({ status: 200, body: {} })
    expect(tariff).toMatchObject({ subscriptionStatus: 'cancelled', nextPaymentDate: null, paymentMethodData: null })
    expect([(await user.info()).tariff.isFree, (await paymentsOf(user.id)).length]).toEqual([true, 1])
  })

  it('withdraws a charge that was ordered and not sent yet', async () => {
    const user = await newSubscriber(PRO)
    test.clock.now = at('2028-01-31T09:00:00')
    await renewSubscriptions(test.ctx)

    await user.post('unlink-card')
    await tick(test)

    expect(test.shop.payments().filter(({ metadata }) => metadata.userId === user.id)).toHaveLength(1)
    expect((await user.info()).tariff.isFree).toBe(true)
  })

  it('lets the next period be paid in advance, which saves a card again', async () => {
    const user = await newSubscriber(PRO)
    await user.post('unlink-card')
    test.clock.now = at('2028-01-10T00:00:00')

    await user.subscribe(PRO)

    expect((await user.info()).tariff).toMatchObject({
      subscriptionStatus: 'active',
      expiredAt: '2028-02-29T09:00:00.000Z',
      nextPaymentDate: '2028-02-29T09:00:00.000Z',
      paymentMethodData: { title: expect.stringContaining('4444') },
    })
    expect(await minutesOf(user.id)).toBe(1200)
  })
})
