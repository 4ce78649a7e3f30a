import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { staleHolds } from '#platform/telemetry.ts'
import { assertLedgerExact, heldSecondsOf } from '#test/ledger.ts'
import { interruptPrepare } from '#test/recordings/interrupted-prepare.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { releaseStaleHolds } from './give-up.ts'

const PRO = 3

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const cancel = (owner: Caller, id: string) => owner.call({ method: 'POST', url: `/api/scripts/${id}/cancel` })
const remove = (owner: Caller, id: string) => owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })

const staleHoldsFound = async () => (await staleHolds.get()).values[0]?.value ?? 0

/** A process that was prepared undisturbed. */
const prepared = (userId: string) => interruptPrepare(test.ctx, userId, -1, async () => undefined)

describe('minutes held by prepare', () => {
  it.each([
    ['cancelled', cancel],
    ['deleted', remove],
  ])('are all released if the file is %s at any moment of it', async (_name, interrupt) => {
    const { db } = test.ctx
    const owner = await test.signIn({ tariffId: PRO })
    const userId = owner.userId ?? ''
    const interruption = async (scriptId: string) => expect((await interrupt(owner, scriptId)).statusCode).toBe(200)

    const held: number[] = []
    for (let at = 0; (await interruptPrepare(test.ctx, userId, at, interruption)).isInterrupted; at++) {
      held.push(await heldSecondsOf(db, userId))
      await assertLedgerExact(db, userId)
    }

    expect(held.length).toBeGreaterThan(20)
    expect(held.filter((seconds) => seconds > 0)).toEqual([])
    // The last run was not interrupted.
    expect(await heldSecondsOf(db, userId)).toBe(60)
  })

  it('are released by the sweep if their process has ended or is gone, and only then', async () => {
    const { db } = test.ctx
    const { id: userId } = await test.createUser({ tariffId: PRO })
    const [ended, gone, running] = await Promise.all([1, 2, 3].map(() => prepared(userId)))
    const heldBefore = await heldSecondsOf(db, userId)
    const foundBefore = await staleHoldsFound()
    await db
      .updateTable('processes')
      .set({ status: 'error' })
      .where('id', '=', ended?.processId ?? '')
      .execute()
    await db
      .deleteFrom('processes')
      .where('id', '=', gone?.processId ?? '')
      .execute()

    await releaseStaleHolds(test.ctx)
    await releaseStaleHolds(test.ctx)

    const holds = await db.selectFrom('reservations').select('processId').where('state', '=', 'held').execute()
    expect(heldBefore).toBe(180)
    expect(await heldSecondsOf(db, userId)).toBe(60)
    expect(holds.map(({ processId }) => processId)).toContain(running?.processId)
    expect((await staleHoldsFound()) - foundBefore).toBe(2)
    await assertLedgerExact(db, userId)
  })
})
