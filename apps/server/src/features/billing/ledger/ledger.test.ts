import { randomUUID } from 'node:crypto'

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { assertLedgerExact } from '#test/ledger.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { balanceOf } from './balance.ts'
import { grantRegistrationBonus } from './grant.ts'
import { reserveSeconds, releaseSeconds, settleSeconds } from './spend.ts'

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

/** As many callers as the pool has connections contend for the lock; more would only wait for a connection. */
const CONNECTIONS = 10

async function reserveRepeatedly(userId: string, times: number) {
  const outcomes = []
  for (let n = 0; n < times; n++) outcomes.push(...(await Promise.allSettled([reserve(userId, 60)])))
  return outcomes
}

function settle(processId: string, used: number) {
  return test.ctx.db.transaction().execute((tx) => settleSeconds(tx, processId, used, test.clock.now))
}

function release(processId: string) {
  return test.ctx.db.transaction().execute((tx) => releaseSeconds(tx, processId, test.clock.now))
}

async function balance(userId: string) {
  const { planSeconds, extraSeconds } = await balanceOf(test.ctx.db, userId, test.clock.now)
  return { planSeconds, extraSeconds }
}

function lotsOf(userId: string) {
  return test.ctx.db
    .selectFrom('lots')
    .select(['id', 'grantedSeconds', 'remainingSeconds', 'heldSeconds', 'consumedSeconds', 'expiredSeconds'])
    .where('userId', '=', userId)
    .execute()
}

const expectConsistent = (userId: string) => assertLedgerExact(test.ctx.db, userId)

describe('the ledger', () => {
  it('accepts exactly as many of 200 concurrent reservations as the balance covers', async () => {
    const userId = await userWithBonus()
    const wanted = 60 * 60

    const callers = await Promise.all(Array.from({ length: CONNECTIONS }, () => reserveRepeatedly(userId, 20)))
    const outcomes = callers.flat()

    expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(wanted / 60)
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(new Set(refusals.map((refusal) => refusal.reason.code))).toEqual(new Set(['notEnoughMinutes']))
    expect(await balance(userId)).toEqual({ planSeconds: 0, extraSeconds: 0 })
    await expectConsistent(userId)
  })

  it('spends the lot that expires first: the month’s minutes before the bonus', async () => {
    const userId = await userWithBonus()

    await reserve(userId, 2000)

    expect(await balance(userId)).toEqual({ planSeconds: 0, extraSeconds: 1600 })
  })

  it('consumes the used seconds and returns the rest once, even if called repeatedly', async () => {
    const userId = await userWithBonus()
    const processId = randomUUID()
    await reserve(userId, 2000, processId)
    await reserve(userId, 2000, processId)

    await settle(processId, 500)
    await settle(processId, 2000)
    await release(processId)

    expect(await balance(userId)).toEqual({ planSeconds: 1300, extraSeconds: 1800 })
    await expectConsistent(userId)
  })

  it('holds less than requested when forced, and refuses when nothing is left', async () => {
    const userId = await userWithBonus()

    const forced = await reserve(userId, 10_000, randomUUID(), true)

    expect(forced.seconds).toBe(3600)
    await expect(reserve(userId, 10_000, randomUUID(), true)).rejects.toMatchObject({ code: 'notEnoughMinutes' })
  })

  it('grants minutes every month without rollover; the bonus lasts 365 days [TAR-5]', async () => {
    const userId = await userWithBonus()
    const before = test.clock.now
    await reserve(userId, 600)

    test.clock.now = new Date(before.getTime() + 32 * DAY)
    const nextMonth = await balance(userId)
    test.clock.now = new Date(before.getTime() + 365 * DAY - 60_000)
    const lastMoment = await balance(userId)
    test.clock.now = new Date(before.getTime() + 365 * DAY)
    const nextYear = await balance(userId)
    test.clock.now = before

    expect(nextMonth).toEqual({ planSeconds: 1800, extraSeconds: 1800 })
    expect(lastMoment).toEqual({ planSeconds: 1800, extraSeconds: 1800 })
    expect(nextYear).toEqual({ planSeconds: 1800, extraSeconds: 0 })
    await expectConsistent(userId)
  })

  it('grants a new month once to concurrent readers', async () => {
    const userId = await userWithBonus()

    const balances = await Promise.all(Array.from({ length: 8 }, () => balance(userId)))

    expect(balances).toEqual(Array.from({ length: 8 }, () => ({ planSeconds: 1800, extraSeconds: 1800 })))
    await expectConsistent(userId)
  })

  it('returns nothing to a month that ended during the hold', async () => {
    const userId = await userWithBonus()
    const processId = randomUUID()
    const before = test.clock.now
    await reserve(userId, 1000, processId)

    test.clock.now = new Date(before.getTime() + 32 * DAY)
    await settle(processId, 400)
    const ended = (await lotsOf(userId)).find((lot) => lot.consumedSeconds > 0)
    const after = await balance(userId)
    test.clock.now = before

    expect(after).toEqual({ planSeconds: 1800, extraSeconds: 1800 })
    expect(ended).toMatchObject({ consumedSeconds: 400, expiredSeconds: 600, heldSeconds: 0 })
    await expectConsistent(userId)
  })

  it('records the unused seconds of an ended month as expired', async () => {
    const userId = await userWithBonus()
    const processId = randomUUID()
    const before = test.clock.now
    await reserve(userId, 1000, processId)
    await settle(processId, 1000)

    test.clock.now = new Date(before.getTime() + 32 * DAY)
    await balance(userId)
    test.clock.now = before

    const ended = (await lotsOf(userId)).find((lot) => lot.consumedSeconds > 0)
    expect(ended).toMatchObject({ remainingSeconds: 0, consumedSeconds: 1000, expiredSeconds: 800 })
    await expectConsistent(userId)
  })

  it('can be rebuilt from its entries after any sequence of calls', async () => {
    const before = test.clock.now
    const call = fc.oneof(
      fc.record({
        kind: fc.constant('reserve' as const),
        seconds: fc.integer({ min: 1, max: 3000 }),
        force: fc.boolean(),
      }),
      fc.record({ kind: fc.constant('settle' as const), which: fc.nat({ max: 3 }), used: fc.nat({ max: 3500 }) }),
      fc.record({ kind: fc.constant('release' as const), which: fc.nat({ max: 3 }) }),
      fc.record({ kind: fc.constant('balance' as const) }),
      fc.record({ kind: fc.constant('wait' as const), days: fc.integer({ min: 1, max: 40 }) }),
    )

    const calls = fc.array(call, { minLength: 5, maxLength: 30 })
    const property = fc.asyncProperty(calls, async (sequence) => {
      test.clock.now = before
      const userId = await userWithBonus()
      // A settled process stays in the list: settling it again must change nothing.
      const processes: string[] = []
      for (const step of sequence) {
        if (step.kind === 'reserve') {
          const reserved = reserve(userId, step.seconds, undefined, step.force)
          await reserved.then(({ processId }) => processes.unshift(processId), expectNotEnough)
        }
        if (step.kind === 'settle') await settle(processes[step.which] ?? randomUUID(), step.used)
        if (step.kind === 'release') await release(processes[step.which] ?? randomUUID())
        if (step.kind === 'balance') await balance(userId)
        if (step.kind === 'wait') test.clock.now = new Date(test.clock.now.getTime() + step.days * DAY)
      }
      await expectConsistent(userId)
    })

    await fc.assert(property, { numRuns: 15 }).finally(() => (test.clock.now = before))
  })
})

function expectNotEnough(error: unknown): void {
  expect(error).toMatchObject({ code: 'notEnoughMinutes' })
}
