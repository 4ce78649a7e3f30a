import { randomUUID } from 'node:crypto'

import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { getMinutes } from '@doslovno/contract/payments.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { grantRegistrationBonus, reserveSeconds, settleSeconds } from '#features/billing/index.ts'
import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

type Statement = Reply<typeof getMinutes>

let test: TestApp
let user: Caller & { userId: string }

beforeAll(async () => {
  test = await createTestApp()
  test.clock.now = NOW
})
afterAll(() => test.close())
beforeEach(async () => {
  const { id } = await test.createUser()
  user = { ...(await test.signInAs(id)), userId: id }
  await grantRegistrationBonus(test.ctx.db, id, NOW)
})

const NOW = new Date('2027-02-01T10:00:00Z')
const after = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)

async function statement(caller: Caller = user, page = 1): Promise<Statement> {
  return (await caller.call({ url: `/api/account/minutes?page=${page}` })).json<Statement>()
}

/** Processes a file that takes `held` seconds and uses `used` of them. */
async function spend(processId: string, held: number, used: number, at: Date): Promise<void> {
  await hold(processId, held, at)
  await test.ctx.db.transaction().execute((tx) => settleSeconds(tx, processId, used, at))
}

function hold(processId: string, seconds: number, now: Date) {
  const { userId } = user
  return test.ctx.db
    .transaction()
    .execute((tx) => reserveSeconds(tx, { userId, processId, seconds, force: false, now }))
}

async function addProcess(fileName: string): Promise<{ scriptId: string; processId: string }> {
  const scriptId = await addScript(test, user.userId, [], { fileName })
  const processId = randomUUID()
  const process = { id: processId, scriptId, userId: user.userId, language: 'ru', status: 'complete' } as const
  await test.ctx.db.insertInto('processes').values(process).execute()
  return { scriptId, processId }
}

describe('the statement of minutes', () => {
  it('lists lots with what is left and held, those that expire first come first [ACC-4]', async () => {
    await hold(randomUUID(), 2000, NOW)

    const { lots } = await statement()

    expect(lots).toMatchObject([
      { kind: 'plan', minutesGranted: 30, minutesRemain: 0, minutesHeld: 30 },
      { kind: 'bonus', minutesGranted: 30, minutesRemain: 26, minutesHeld: 3, expiresAt: '2028-02-01T10:00:00.000Z' },
    ])
  })

  it('leaves out lots that are spent', async () => {
    await spend(randomUUID(), 1800, 1800, NOW)

    expect((await statement()).lots.map(({ kind }) => kind)).toEqual(['bonus'])
  })

  it('names the files that seconds were spent on, newest first; a deleted file has no name', async () => {
    const kept = await addProcess('lecture.mp3')
    const deleted = await addProcess('gone.mp3')
    await spend(kept.processId, 100, 90, NOW)
    await spend(deleted.processId, 60, 60, after(1))
    await spend(randomUUID(), 60, 0, after(2))
    await user.call({ method: 'DELETE', url: `/api/scripts/${deleted.scriptId}` })

    const { spent, spentTotal } = await statement()

    expect(spent).toEqual([
      { scriptId: null, fileName: null, seconds: 60, at: '2027-02-01T10:01:00.000Z' },
      { scriptId: kept.scriptId, fileName: 'lecture.mp3', seconds: 90, at: '2027-02-01T10:00:00.000Z' },
    ])
    expect(spentTotal).toBe(2)
  })

  it('comes in pages of 20', async () => {
    for (let n = 0; n < 23; n++) await spend(randomUUID(), 10, 10, after(n))

    const [first, second] = [await statement(user, 1), await statement(user, 2)]

    expect([first.spent.length, second.spent.length, first.spentTotal]).toEqual([20, 3, 23])
    expect(second.spent.at(-1)?.at).toBe(NOW.toISOString())
  })

  it('is for its owner only', async () => {
    await spend(randomUUID(), 10, 10, NOW)

    expect(await statement(await test.signIn())).toMatchObject({ spent: [], spentTotal: 0 })
    expect((await test.app.inject({ url: '/api/account/minutes' })).statusCode).toBe(403)
  })
})
