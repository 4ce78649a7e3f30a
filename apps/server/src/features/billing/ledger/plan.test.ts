import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Tx } from '#platform/db.ts'
import type { SubscriptionRow } from '#platform/tables.ts'
import { assertLedgerExact } from '#test/ledger.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { balanceOf } from './balance.ts'
import { grantExtra, grantPlan, replacePlan } from './grant.ts'
import { reserveSeconds, settleSeconds, revokeSeconds } from './spend.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
  test.clock.now = START
})
afterAll(() => test.close())

const START = new Date('2027-01-31T10:00:00Z')
const [BASIC, PRO] = [2, 3]
const [FREE_SECONDS, BASIC_SECONDS, PRO_SECONDS] = [1800, 18_000, 72_000]

const inTransaction = <T>(work: (tx: Tx) => Promise<T>) => test.ctx.db.transaction().execute(work)

async function subscriber(changes: Partial<SubscriptionRow> = {}): Promise<string> {
  const { id } = await test.createUser({ tariffId: BASIC })
  await change(test.ctx.db, id, { anchorAt: START, ...changes })
  return id
}

function change(db: TestApp['ctx']['db'], userId: string, changes: Partial<SubscriptionRow>) {
  return db.updateTable('subscriptions').set(changes).where('userId', '=', userId).execute()
}

function upgrade(userId: string, now: Date) {
  return inTransaction(async (tx) => {
    await replacePlan(tx, userId, now)
    await change(tx, userId, { tariffId: PRO, anchorAt: now })
    await grantPlan(tx, userId, now)
  })
}

function reserve(userId: string, seconds: number, now: Date, processId = randomUUID()) {
  return inTransaction((tx) => reserveSeconds(tx, { userId, processId, seconds, force: false, now }))
}

function settle(processId: string, used: number, now: Date) {
  return inTransaction((tx) => settleSeconds(tx, processId, used, now))
}

async function planSeconds(userId: string, now: Date): Promise<number> {
  return (await balanceOf(test.ctx.db, userId, now)).planSeconds
}

function planLots(userId: string) {
  return test.ctx.db.selectFrom('lots').selectAll().where('userId', '=', userId).where('kind', '=', 'plan').execute()
}

const after = (ms: number) => new Date(START.getTime() + ms)
const HOUR = 3_600_000
const DAY = 24 * HOUR

describe('replacing a plan', () => {
  it('expires what remains of the old plan and grants the new one whole [TAR-6]', async () => {
    const userId = await subscriber()
    expect(await planSeconds(userId, START)).toBe(BASIC_SECONDS)

    await upgrade(userId, after(HOUR))

    expect(await planSeconds(userId, after(HOUR))).toBe(PRO_SECONDS)
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('grants the new plan even in the moment the old one began', async () => {
    const userId = await subscriber()
    await inTransaction((tx) => grantPlan(tx, userId, START))

    await upgrade(userId, START)

    expect(await planSeconds(userId, START)).toBe(PRO_SECONDS)
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('leaves held seconds to their reservation and expires those it does not use', async () => {
    const userId = await subscriber()
    const { processId } = await reserve(userId, 1000, START)

    await upgrade(userId, after(HOUR))
    await settle(processId, 400, after(2 * HOUR))

    expect(await planSeconds(userId, after(2 * HOUR))).toBe(PRO_SECONDS)
    const ended = (await planLots(userId)).find((lot) => lot.consumedSeconds > 0)
    expect(ended).toMatchObject({ consumedSeconds: 400, expiredSeconds: BASIC_SECONDS - 400, heldSeconds: 0 })
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('ends a plan that is held to the last second', async () => {
    const userId = await subscriber()
    const { processId } = await reserve(userId, BASIC_SECONDS, START)

    await upgrade(userId, after(HOUR))
    await settle(processId, 0, after(HOUR))

    expect(await planSeconds(userId, after(HOUR))).toBe(PRO_SECONDS)
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('keeps extra minutes', async () => {
    const userId = await subscriber()
    const source = `payment:${randomUUID()}`
    await inTransaction((tx) => grantExtra(tx, { userId, seconds: 600, source, kind: 'extra', now: START }))

    await upgrade(userId, after(HOUR))

    expect(await balanceOf(test.ctx.db, userId, after(HOUR))).toMatchObject({ extraSeconds: 600 })
  })

  it('grants one bundle to callers that read the balance or reserve in the same moment', async () => {
    const userId = await subscriber()
    const moment = after(HOUR)
    // Some callers read their clock before the upgrade did and wait for the lock behind it.
    const early = after(HOUR - 5)

    const [, ...reservations] = await Promise.all([
      upgrade(userId, moment),
      ...[early, moment].map((at) => reserve(userId, 60, at)),
      ...[early, moment, early, moment].map((at) => planSeconds(userId, at)),
    ])

    await Promise.all(reservations.slice(0, 2).map((held) => settle(processOf(held), 0, after(2 * HOUR))))
    expect(await planSeconds(userId, after(2 * HOUR))).toBe(PRO_SECONDS)
    const granted = (await planLots(userId)).map((lot) => lot.grantedSeconds)
    expect(granted.filter((seconds) => seconds === PRO_SECONDS)).toHaveLength(1)
    expect(granted.filter((seconds) => seconds === BASIC_SECONDS).length).toBeLessThanOrEqual(1)
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('admits a reservation whose clock is a moment behind the upgrade', async () => {
    const userId = await subscriber()
    await upgrade(userId, after(HOUR))

    const { seconds } = await reserve(userId, PRO_SECONDS, after(HOUR - 5))

    expect(seconds).toBe(PRO_SECONDS)
    expect(await planLots(userId)).toHaveLength(1)
  })
})

function processOf(held: unknown): string {
  return (held as { processId: string }).processId // `Promise.all` loses which is which
}

describe('the bundle of a month', () => {
  it('is not granted after the paid time and comes with the payment, until the end of its month', async () => {
    const paidUntil = new Date('2027-02-28T10:00:00Z')
    const userId = await subscriber({ paidUntil })
    const inGrace = new Date(paidUntil.getTime() + 3 * DAY)
    const unpaid = await planSeconds(userId, inGrace)

    const next = new Date('2027-03-31T10:00:00Z')
    await change(test.ctx.db, userId, { paidUntil: next })
    await inTransaction((tx) => grantPlan(tx, userId, inGrace))

    expect(unpaid).toBe(0)
    expect(await planLots(userId)).toMatchObject([
      { startsAt: paidUntil, expiresAt: next, grantedSeconds: BASIC_SECONDS },
    ])
  })

  it('comes every month of a paid year and not after it [TAR-5]', async () => {
    const userId = await subscriber({ billingPeriod: 'year', paidUntil: new Date('2028-01-31T10:00:00Z') })

    const months = []
    for (let day = 1; day < 420; day += 15) months.push(await planSeconds(userId, after(day * DAY)))

    expect(new Set(months.slice(0, 24))).toEqual(new Set([BASIC_SECONDS]))
    expect(new Set(months.slice(25))).toEqual(new Set([0]))
    expect(await planLots(userId)).toHaveLength(12)
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('is granted anew when a paid plan ends and the free one begins', async () => {
    const userId = await subscriber({ paidUntil: new Date('2027-02-28T10:00:00Z') })
    const end = new Date('2027-02-28T10:00:00Z')
    await planSeconds(userId, START)

    await inTransaction(async (tx) => {
      await replacePlan(tx, userId, end)
      await change(tx, userId, { tariffId: 1, anchorAt: end, paidUntil: null })
      await grantPlan(tx, userId, end)
    })

    expect(await planSeconds(userId, end)).toBe(FREE_SECONDS)
    await assertLedgerExact(test.ctx.db, userId)
  })
})

describe('a grant beside the plan', () => {
  it('is made once per cause, by any number of concurrent callers, for 365 days [TAR-5]', async () => {
    const userId = await subscriber()
    const source = `payment:${randomUUID()}`
    const grant = () =>
      inTransaction((tx) => grantExtra(tx, { userId, seconds: 600, source, kind: 'extra', now: START }))

    const outcomes = await Promise.all(Array.from({ length: 8 }, grant))

    expect(outcomes.filter(Boolean)).toHaveLength(1)
    const lots = await test.ctx.db.selectFrom('lots').selectAll().where('source', '=', source).execute()
    expect(lots).toMatchObject([{ grantedSeconds: 600, expiresAt: after(365 * DAY) }])
  })
})

describe('revoking a refunded grant', () => {
  async function granted(seconds: number) {
    const userId = await subscriber({ paidUntil: START })
    const source = `payment:${randomUUID()}`
    await inTransaction((tx) => grantExtra(tx, { userId, seconds, source, kind: 'extra', now: START }))
    const revoke = (wanted: number, now = START, owner = userId) =>
      inTransaction((tx) => revokeSeconds(tx, { userId: owner, source, seconds: wanted, now }))
    return { userId, revoke }
  }

  it('takes what is asked for, and at most what remains', async () => {
    const { userId, revoke } = await granted(600)
    const { processId } = await reserve(userId, 300, START)
    await settle(processId, 200, START)

    expect([await revoke(250), await revoke(250), await revoke(250)]).toEqual([250, 150, 0])
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('leaves held seconds to their reservation', async () => {
    const { userId, revoke } = await granted(600)
    const { processId } = await reserve(userId, 500, START)

    expect(await revoke(600)).toBe(100)
    await settle(processId, 500, START)
    await assertLedgerExact(test.ctx.db, userId)
  })

  it('takes nothing of an expired grant, nor of another user', async () => {
    const { revoke } = await granted(600)

    expect(await revoke(600, after(366 * DAY))).toBe(0)
    expect(await revoke(600, START, await subscriber())).toBe(0)
  })

  it('never takes below zero while reservations compete', async () => {
    const { userId, revoke } = await granted(600)

    const [revoked, ...held] = await Promise.all([
      revoke(600),
      ...Array.from({ length: 8 }, () =>
        reserve(userId, 100, START).then(
          ({ seconds }) => seconds,
          () => 0,
        ),
      ),
    ])

    expect(held.reduce((sum, seconds) => sum + seconds, revoked)).toBe(600)
    await assertLedgerExact(test.ctx.db, userId)
  })
})
