import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { registry } from '#platform/telemetry.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { auditLedger } from './audit.ts'
import { balanceOf } from './balance.ts'
import { grantExtra } from './grant.ts'
import { reserveSeconds, settleSeconds } from './spend.ts'

let test: TestApp
let userId: string
const NOW = new Date('2027-05-10T12:00:00Z')
const BASIC = 2

/** Honest books of one user: bundle, bought minutes, a finished and an open reservation. */
beforeEach(async () => {
  test = await createTestApp()
  test.clock.now = NOW
  userId = (await test.createUser({ tariffId: BASIC })).id
  await balanceOf(test.ctx.db, userId, NOW)
  await buyMinutes(10)
  await reserve(20_000).then(({ processId }) => settle(processId, 12_000))
  await reserve(1000)
})
afterEach(() => test.close())

async function buyMinutes(minutes: number): Promise<string> {
  const id = await addPayment({ kind: 'minutes', minutes, effect: 'minutes' })
  const grant = { userId, seconds: minutes * 60, source: `payment:${id}`, kind: 'extra', now: NOW } as const
  await test.ctx.db.transaction().execute((tx) => grantExtra(tx, grant))
  return id
}

type Paid = {
  kind: 'minutes' | 'tariff' | 'renewal'
  minutes?: number
  effect: 'minutes' | 'period' | null
  endedAt?: Date
  periodStart?: Date
}

async function addPayment({ kind, minutes, effect, endedAt = NOW, periodStart }: Paid): Promise<string> {
  const id = randomUUID()
  const plan = kind === 'minutes' ? {} : { tariffId: BASIC, billingPeriod: 'month' as const }
  const money = { amountKopecks: 59_000, description: 'Order', status: 'succeeded' as const }
  const order = { id, userId, kind, minutes: minutes ?? null, ...plan, periodStart: periodStart ?? null }
  await test.ctx.db
    .insertInto('payments')
    .values({ ...order, ...money, createdAt: endedAt, endedAt, effect })
    .execute()
  return id
}

function reserve(seconds: number) {
  const hold = { userId, processId: randomUUID(), seconds, force: true, now: NOW }
  return test.ctx.db.transaction().execute((tx) => reserveSeconds(tx, hold))
}

function settle(processId: string, used: number) {
  return test.ctx.db.transaction().execute((tx) => settleSeconds(tx, processId, used, NOW))
}

const audit = () => auditLedger(test.ctx)
const checks = async () => (await audit()).map(({ check }) => check)

async function lotId(kind: 'plan' | 'extra'): Promise<string> {
  const lot = test.ctx.db.selectFrom('lots').select('id').where('userId', '=', userId).where('kind', '=', kind)
  return (await lot.executeTakeFirstOrThrow()).id
}

function change(text: string) {
  return sql.raw(text).execute(test.ctx.db)
}

const at = (moment: string) => new Date(moment)

describe('the audit', () => {
  it('finds nothing in honest books, also while they change', async () => {
    const [, ...audits] = await Promise.all([
      Promise.all(Array.from({ length: 12 }, () => reserve(60).then(({ processId }) => settle(processId, 30)))),
      audit(),
      audit(),
      audit(),
    ])

    expect([...audits, await audit()]).toEqual([[], [], [], []])
  })

  it('finds a lot whose totals were changed without an entry, and shows it in the metric', async () => {
    const plan = await lotId('plan')
    await change(`update lots set consumed_seconds = consumed_seconds - 5, expired_seconds = expired_seconds + 5
      where id = '${plan}'`)

    expect(await audit()).toEqual([{ check: 'lotTotals', count: 1, examples: [plan] }])
    const metric = await registry.getSingleMetric('ledger_mismatches')?.get()
    expect(metric?.values).toContainEqual({ labels: { check: 'lotTotals' }, value: 1 })
  })

  it('finds a lost entry, an entry of no lot and a lot of no entries', async () => {
    await change(`delete from ledger_entries where id = (select max(id) from ledger_entries)`)
    await change(`insert into ledger_entries (at, user_id, lot_id, kind, seconds)
      values (now(), '${userId}', '${randomUUID()}', 'grant', 5)`)
    await change(`insert into lots (id, user_id, kind, granted_seconds, remaining_seconds, starts_at, expires_at, source)
      values ('${randomUUID()}', '${userId}', 'goodwill', 5, 5, now(), now(), 'nothing')`)

    expect(await audit()).toMatchObject([{ check: 'lotTotals', count: 3 }])
  })

  it('ignores the entries that a deleted account leaves behind', async () => {
    await change(`delete from users where id = '${userId}'`)

    expect(await audit()).toEqual([])
  })

  it('finds seconds out of nowhere', async () => {
    await change(`alter table lots drop constraint lots_conserved`)
    await change(`update lots set remaining_seconds = remaining_seconds + 60 where id = '${await lotId('extra')}'`)

    expect(await checks()).toEqual(['lotTotals', 'conservation'])
  })

  it('finds held seconds without an open reservation, and the other way round', async () => {
    await change(`update reservations set state = 'released', used_seconds = 0, ended_at = now() where state = 'held'`)
    const held = await checks()
    await change(`update reservations set state = 'held'`)

    expect([held, await checks()]).toEqual([['heldSeconds'], ['heldSeconds']])
  })

  it('finds a hold that is older than a day', async () => {
    test.clock.now = new Date(NOW.getTime() + 24.1 * 3_600_000)

    expect(await audit()).toMatchObject([{ check: 'staleHolds', count: 1 }])
  })

  it('finds minutes without a successful payment', async () => {
    await buyMinutes(5)
    await change(`update payments set status = 'canceled', effect = null where minutes = 5`)

    expect(await audit()).toMatchObject([{ check: 'lotWithoutPayment', count: 1 }])
  })

  it('finds a payment that brought nothing for a quarter of an hour', async () => {
    await addPayment({ kind: 'minutes', minutes: 5, effect: null })
    const atOnce = await audit()
    test.clock.now = new Date(NOW.getTime() + 16 * 60_000)

    expect([atOnce, await checks()]).toEqual([[], ['paymentWithoutEffect']])
  })

  it('finds paid minutes that were not granted, or not all of them', async () => {
    await addPayment({ kind: 'minutes', minutes: 5, effect: 'minutes' })
    await change(`update payments set minutes = 11 where minutes = 10`)

    expect(await audit()).toMatchObject([{ check: 'minutesWithoutLot', count: 2 }])
  })

  describe('of paid time', () => {
    const subscribe = (anchorAt: string, paidUntil: string | null) =>
      test.ctx.db
        .updateTable('subscriptions')
        .set({ anchorAt: at(anchorAt), paidUntil: paidUntil ? at(paidUntil) : null })
        .where('userId', '=', userId)
        .execute()

    it('accepts a first payment, a renewal, the 31st and a grant of an operator', async () => {
      await subscribe('2027-05-10T11:00:00Z', '2027-06-10T11:00:00Z')
      await addPayment({ kind: 'tariff', effect: 'period', endedAt: at('2027-05-10T11:00:00Z') })
      const first = await audit()
      await subscribe('2027-01-31T11:00:00Z', '2027-05-31T11:00:00Z')
      await addPayment({ kind: 'renewal', effect: 'period', periodStart: at('2027-04-30T11:00:00Z') })
      const renewed = await audit()
      await subscribe('2027-01-31T11:00:00Z', null)

      expect([first, renewed, await audit()]).toEqual([[], [], []])
    })

    it('finds a period that no payment reaches', async () => {
      await subscribe('2027-01-10T11:00:00Z', '2027-06-10T11:00:00Z')
      const [never] = await audit()
      await addPayment({ kind: 'tariff', effect: 'period', endedAt: at('2027-01-10T11:00:00Z') })
      await addPayment({ kind: 'renewal', effect: 'period', periodStart: at('2027-04-10T11:00:00Z') })

      expect(never).toEqual({ check: 'unpaidPeriod', count: 1, examples: [userId] })
      expect(await checks()).toEqual(['unpaidPeriod'])
    })
  })
})
