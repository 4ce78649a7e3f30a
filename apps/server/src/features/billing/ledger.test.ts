import { randomUUID } from 'node:crypto'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'

import { balanceOf } from './balance.ts'
import { grantRegistrationBonus } from './grant.ts'
import { reserveSeconds } from './reserve.ts'
import { releaseSeconds, settleSeconds } from './settle.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const DAY = 24 * 3600 * 1000

async function userWithBonus(): Promise<string> {
  const { id } = await test.createUser()
  await grantRegistrationBonus(test.ctx.db, id, test.clock.now)
  return id
}

function reserve(userId: string, seconds: number, processId = randomUUID(), force = false) {
  const now = test.clock.now
  return test.ctx.db.transaction().execute((tx) => reserveSeconds(tx, { userId, processId, seconds, force, now }))
}

function settle(processId: string, used: number) {
  return test.ctx.db.transaction().execute((tx) => settleSeconds(tx, processId, used, test.clock.now))
}

async function balance(userId: string) {
  const user = await test.ctx.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow()
  const { planSeconds, extraSeconds } = await balanceOf(test.ctx.db, user, test.clock.now)
  return { planSeconds, extraSeconds }
}

/** The history must say what the lots say. */
async function expectSound(userId: string): Promise<void> {
  const { db } = test.ctx
  const lots = await db.selectFrom('lots').selectAll().where('userId', '=', userId).execute()
  const entries = await db.selectFrom('ledgerEntries').selectAll().where('userId', '=', userId).execute()
  const remaining = lots.reduce((sum, lot) => sum + lot.remainingSeconds, 0)
  expect(entries.reduce((sum, entry) => sum + entry.seconds, 0)).toBe(remaining)
}

describe('the ledger', () => {
  it('admits exactly what the balance covers, of 200 who ask at once', async () => {
    const userId = await userWithBonus()
    const wanted = 60 * 60

    const outcomes = await Promise.allSettled(Array.from({ length: 200 }, () => reserve(userId, 60)))

    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(wanted / 60)
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(new Set(refusals.map((refusal) => refusal.reason.code))).toEqual(new Set(['notEnoughMinutes']))
    expect(await balance(userId)).toEqual({ planSeconds: 0, extraSeconds: 0 })
    await expectSound(userId)
  })

  it('spends what expires first: the month’s minutes before the bonus', async () => {
    const userId = await userWithBonus()

    await reserve(userId, 2000)

    expect(await balance(userId)).toEqual({ planSeconds: 0, extraSeconds: 1600 })
  })

  it('spends what was used and gives the rest back, once, whoever asks again', async () => {
    const userId = await userWithBonus()
    const processId = randomUUID()
    await reserve(userId, 2000, processId)
    await reserve(userId, 2000, processId)

    await settle(processId, 500)
    await settle(processId, 2000)
    await test.ctx.db.transaction().execute((tx) => releaseSeconds(tx, processId, test.clock.now))

    expect(await balance(userId)).toEqual({ planSeconds: 1300, extraSeconds: 1800 })
    await expectSound(userId)
  })

  it('takes what there is when it is forced, and nothing from nothing', async () => {
    const userId = await userWithBonus()

    const forced = await reserve(userId, 10_000, randomUUID(), true)

    expect(forced.seconds).toBe(3600)
    await expect(reserve(userId, 10_000, randomUUID(), true)).rejects.toMatchObject({ code: 'notEnoughMinutes' })
  })

  it('gives the month’s minutes anew and carries none over; the bonus lasts 365 days', async () => {
    const userId = await userWithBonus()
    const before = test.clock.now
    await reserve(userId, 600)

    test.clock.now = new Date(before.getTime() + 32 * DAY)
    const nextMonth = await balance(userId)
    test.clock.now = new Date(before.getTime() + 366 * DAY)
    const nextYear = await balance(userId)
    test.clock.now = before

    expect(nextMonth).toEqual({ planSeconds: 1800, extraSeconds: 1800 })
    expect(nextYear).toEqual({ planSeconds: 1800, extraSeconds: 0 })
    await expectSound(userId)
  })

  it('gives nothing back to a month that ended while it was held', async () => {
    const userId = await userWithBonus()
    const processId = randomUUID()
    const before = test.clock.now
    await reserve(userId, 1000, processId)

    test.clock.now = new Date(before.getTime() + 32 * DAY)
    await settle(processId, 400)
    const after = await balance(userId)
    test.clock.now = before

    expect(after).toEqual({ planSeconds: 1800, extraSeconds: 1800 })
    const lots = await test.ctx.db
      .selectFrom('lots')
      .selectAll()
      .where('userId', '=', userId)
      .where('kind', '=', 'plan')
      .execute()
    expect(lots.find((lot) => lot.consumedSeconds > 0)).toMatchObject({
      consumedSeconds: 400,
      expiredSeconds: 600,
      heldSeconds: 0,
    })
    await expectSound(userId)
  })
})
