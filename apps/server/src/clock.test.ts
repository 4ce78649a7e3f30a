import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { WorkerContext } from '#context.ts'
import { sweepPrivacy } from '#features/privacy/sweep.ts'
import { expireScripts } from '#features/retention/index.ts'
import { jobs } from '#handlers.ts'
import type { RunnableJob } from '#platform/jobs.ts'
import { clockAhead } from '#platform/telemetry.ts'
import { addScript } from '#test/recordings/library.ts'
import { countJobs } from '#test/run-jobs.ts'
import { startTestShop, type TestShop } from '#test/shop.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

const PRO = 3
const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 24 * 3_600_000]

let shop: TestShop
let test: TestApp
beforeAll(async () => {
  shop = await startTestShop()
})
afterAll(() => shop.closeServer())
beforeEach(async () => {
  test = await createTestApp({ payments: shop.config })
  return () => test.close()
})

const soon = () => new Date(Date.now() + 30 * MINUTE_MS)
const long = () => new Date(Date.now() - 30 * MINUTE_MS)

async function addFiles(count: number, keepUntil: Date): Promise<void> {
  const { id } = await test.createUser({ tariffId: PRO })
  for (let n = 0; n < count; n++) await addScript(test, id, ['Добрый день.'])
  await test.ctx.db.updateTable('scripts').set({ keepUntil }).where('userId', '=', id).execute()
}

async function addLeaving(count: number, deletionDueAt: Date): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { id } = await test.createUser()
    const planned = { deletionDueAt, deletionRequestedAt: new Date(0) }
    await test.ctx.db.updateTable('users').set(planned).where('id', '=', id).execute()
  }
}

/** A subscriber with a saved card whose plan is paid until a moment. */
async function addRenewal(paidUntil: Date): Promise<string> {
  const { id } = await test.createUser()
  const anchorAt = new Date(paidUntil.getTime() - 31 * DAY_MS)
  const course = { tariffId: PRO, anchorAt, paidUntil, chargeAt: paidUntil, dueAt: paidUntil, warnedFor: paidUntil }
  await test.ctx.db.updateTable('subscriptions').set(course).where('userId', '=', id).execute()
  const card = { userId: id, providerId: 'card', title: '', savedAt: anchorAt }
  await test.ctx.db.insertInto('paymentMethods').values(card).execute()
  return id
}

async function run(name: string): Promise<void> {
  const job = (jobs as readonly RunnableJob<WorkerContext>[]).find((one) => one.name === name)
  await job?.run(test.ctx as WorkerContext, {}, new AbortController().signal)
}

async function done() {
  const { db } = test.ctx
  const files = await db.selectFrom('scripts').select('id').where('expiredAt', 'is not', null).execute()
  const charges = await db.selectFrom('payments').select('id').execute()
  return { files: files.length, accounts: await countJobs(db, 'privacy'), charges: charges.length }
}

const sweeps = ['retention.expire', 'privacy.sweep', 'billing.renew', 'retention.forget']

describe('a worker whose clock is wrong', () => {
  it.each([
    ['an hour ahead', HOUR_MS],
    ['an hour behind', -HOUR_MS],
    ['a month ahead', 30 * DAY_MS],
    ['a year ahead', 365 * DAY_MS],
  ])('deletes no file and no account, charges no card, and raises an alarm: %s', async (_how, byMs) => {
    const due = byMs > 0 ? soon() : long()
    await Promise.all([addFiles(3, due), addLeaving(3, due), addRenewal(due)])
    test.clock.now = new Date(Date.now() + byMs)

    for (const name of sweeps) await expect(run(name)).rejects.toThrow('clock')

    expect(await done()).toEqual({ files: 0, accounts: 0, charges: 0 })
    const { values } = await clockAhead.get()
    expect(Math.abs((values[0]?.value ?? 0) - byMs / 1000)).toBeLessThan(30)
  })

  it('works by the clock of the database if it is some seconds off', async () => {
    await Promise.all([addFiles(3, long()), addLeaving(3, long()), addRenewal(long())])
    test.clock.now = new Date(Date.now() + MINUTE_MS / 2)

    for (const name of sweeps) await run(name)

    expect(await done()).toEqual({ files: 3, accounts: 3, charges: 1 })
  })
})

describe('a run without the word of an operator', () => {
  it('deletes nothing if more than a hundred files and a twentieth of all are overdue', async () => {
    await addFiles(101, long())

    await expect(run('retention.expire')).rejects.toThrow('101 files are overdue')

    expect(await done()).toMatchObject({ files: 0 })
    await expireScripts(test.ctx, { isForced: true })
    expect(await done()).toMatchObject({ files: 101 })
  })

  it('deletes nothing if more than twenty accounts are due', async () => {
    await addLeaving(21, long())

    await expect(sweepPrivacy(test.ctx)).rejects.toThrow('21 accounts are due')

    expect(await done()).toMatchObject({ accounts: 0 })
  })
})
