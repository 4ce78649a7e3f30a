import { unlimitedTariff } from '@doslovno/domain/billing/tariff.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import {
  auditLedger,
  balanceOf,
  exportOf,
  grantUnlimited,
  reserveSeconds,
  revokeTariff,
  settleSeconds,
} from '#features/billing/index.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { addProcess } from '#test/processes.ts'
import { addScript } from '#test/recordings/library.ts'
import { createSubscriber, createTestBilling, payOnPage, type Subscriber, type TestBilling } from '#test/subscriber.ts'

let test: TestBilling
const began = new Date('2027-12-31T09:00:00Z')
const [PRO, BUSINESS] = [3, 4]
const byOlga = { by: 'olga', reason: 'contract 7' }

beforeAll(async () => {
  test = await createTestBilling(began)
})
afterAll(() => test.close())

const at = (text: string) => new Date(`${text}Z`)
const grant = ({ id }: Subscriber, until: Date | null = null) =>
  grantUnlimited(test.ctx, { userId: id, until, ...byOlga })
const balance = ({ id }: Subscriber) => balanceOf(test.ctx.db, id, test.clock.now)
const paymentsOf = ({ id }: Subscriber) =>
  test.ctx.db.selectFrom('payments').selectAll().where('userId', '=', id).orderBy('createdAt').execute()

async function newSubscriber(): Promise<Subscriber> {
  test.clock.now = began
  return createSubscriber(test)
}

/** Processes so many seconds of sound. */
async function spend({ id: userId }: Subscriber, seconds: number): Promise<void> {
  const { id: processId } = await addProcess(test, userId, { count: 1, each: { state: 'ready' } })
  const now = test.clock.now
  await test.ctx.db.transaction().execute(async (tx) => {
    await reserveSeconds(tx, { userId, processId, seconds, force: false, now })
    await settleSeconds(tx, processId, seconds, now)
  })
}

describe('the tariff without limits', () => {
  it('has the limits of the highest tariff, no price and minutes without an end, month after month', async () => {
    const user = await newSubscriber()
    await grant(user)
    const hundredDays = 100 * 24 * 3600

    const { tariff } = await user.info()
    await spend(user, hundredDays)
    await test.goTo(at('2028-07-15T00:00:00'))
    await spend(user, hundredDays)

    expect(tariff).toMatchObject({ isUnlimited: true, isFree: false, public: false, maxFileSize: 4000 })
    expect(tariff).toMatchObject({ expiredAt: null, nextPaymentDate: null, nextPaymentAmount: null })
    expect((await balance(user)).entitlements).toMatchObject({ isUnlimited: true, thesesLeft: null })
    expect(await paymentsOf(user)).toEqual([])
    await assertLedgerExact(test.ctx.db, user.id)
    expect(await auditLedger(test.ctx)).toEqual([])
  })

  it('is not in the catalogue, cannot be chosen, and sells no minutes beside it', async () => {
    const user = await newSubscriber()
    const chosen = await user.post('tariff', { tariffId: unlimitedTariff.id, period: 'month' })
    await grant(user)

    const refused = [
      await user.post('tariff', { tariffId: BUSINESS, period: 'month' }),
      await user.post('minutes', { minutesCount: 60 }),
    ]

    const catalogue = (await test.app.inject({ url: '/api/account/tariffs' })).json<{ id: number }[]>()
    expect(catalogue.map(({ id }) => id)).toEqual([1, 2, 3, 4])
    expect([chosen, ...refused].map(({ body }) => body)).toMatchObject([
      { code: 'notFound' },
      { code: 'tariffFixed' },
      { code: 'tariffFixed' },
    ])
  })

  it('ends at its day in the middle of a month, with its minutes, and the free tariff follows', async () => {
    const user = await newSubscriber()
    await grant(user, at('2028-02-10T00:00:00'))
    await test.goTo(at('2028-02-09T23:59:59'))
    const before = await balance(user)
    test.clock.now = at('2028-02-10T00:00:00')
    const atEnd = await balance(user)
    const findings = await auditLedger(test.ctx)
    await test.goTo(at('2028-02-10T00:01:00'))

    expect(before.entitlements.isUnlimited).toBe(true)
    expect([atEnd.entitlements.isUnlimited, atEnd.planSeconds]).toEqual([false, 0])
    expect(await balance(user)).toMatchObject({ subscription: { tariff: { id: 1 } }, planSeconds: 1800 })
    expect(test.mails.findLast(({ to }) => to === user.email)?.subject).toBe('Теперь у тебя бесплатный тариф')
    expect([findings, await auditLedger(test.ctx)]).toEqual([[], []])
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('gets another end by another grant', async () => {
    const user = await newSubscriber()
    await grant(user, at('2028-02-10T00:00:00'))
    await grant(user, at('2028-03-10T00:00:00'))
    await test.goTo(at('2028-03-09T00:00:00'))

    expect((await balance(user)).entitlements.isUnlimited).toBe(true)
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('is revoked at once, with its minutes; those beside the tariff stay', async () => {
    const user = await newSubscriber()
    await grant(user)

    const revoked = await revokeTariff(test.ctx, user.id, byOlga)

    expect(await balance(user)).toMatchObject({
      subscription: { tariff: { id: 1 } },
      entitlements: { isUnlimited: false },
      planSeconds: 1800,
    })
    expect([revoked, await revokeTariff(test.ctx, user.id, byOlga)]).toEqual([true, false])
    await assertLedgerExact(test.ctx.db, user.id)
  })

  it('keeps the files that are there for as long as new ones', async () => {
    const user = await newSubscriber()
    const id = await addScript(test, user.id, ['Слова.'], { uploadedAt: began })
    await grant(user)
    await test.goTo(at('2028-01-01T00:00:00'))

    const file = test.ctx.db.selectFrom('scripts').select('keepUntil').where('id', '=', id)
    expect((await file.executeTakeFirstOrThrow()).keepUntil).toEqual(at('2028-12-30T09:00:00'))
  })

  it('does not replace a subscription that was paid for', async () => {
    const user = await newSubscriber()
    await user.subscribe(PRO)

    expect(await grant(user)).toBe('paid')
    expect((await user.info()).tariff).toMatchObject({ name: 'PRO', minutesRemain: 1200 })
  })

  it('gives the money back for a payment that was opened before it', async () => {
    const user = await newSubscriber()
    const { body } = await user.post<{ paymentId: string }>('tariff', { tariffId: PRO, period: 'month' })
    await grant(user)

    await payOnPage(test, body.paymentId)

    expect(test.shop.payment(body.paymentId).refunded_amount?.value).toBe('1490.00')
    expect((await user.info()).tariff.isUnlimited).toBe(true)
  })

  it('is part of the history with operator and reason, and of the person’s archive', async () => {
    const user = await newSubscriber()
    await grant(user, at('2028-02-10T00:00:00'))
    await revokeTariff(test.ctx, user.id, byOlga)
    await grant(user)

    const events = await test.ctx.db
      .selectFrom('auditEvents')
      .select(['kind', 'details'])
      .where('userId', '=', user.id)
      .where('kind', 'in', ['tariffGranted', 'tariffRevoked'])
      .orderBy('id')
      .execute()

    expect(events).toEqual([
      { kind: 'tariffGranted', details: { tariffId: '100', until: '2028-02-10T00:00:00.000Z', ...byOlga } },
      { kind: 'tariffRevoked', details: { tariffId: '100', ...byOlga } },
      { kind: 'tariffGranted', details: { tariffId: '100', ...byOlga } },
    ])
    expect((await exportOf(test.ctx.db, user.id)).tariff).toMatchObject({ subscription: { tariff: 'Корпоративный' } })
  })
})
