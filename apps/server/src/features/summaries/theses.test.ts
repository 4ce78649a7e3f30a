import type { User } from '@doslovno/contract/account/accounts.ts'
import type { Summary } from '@doslovno/contract/summaries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addTalk, composeWaiting, failWaiting, make, read } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const PRO = 3

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const generationsOf = async (caller: Caller) =>
  (await caller.call({ url: '/api/account' })).json<{ user: User }>().user.tariff.thesesGenerations

async function talksOf(owner: Caller, count: number): Promise<string[]> {
  return Promise.all(Array.from({ length: count }, () => addTalk(test, owner)))
}

describe('generations of theses', () => {
  it('are five for the life of a free account; the sixth is refused [SUM-3]', async () => {
    const owner = await test.signIn()
    const ids = await talksOf(owner, 6)

    const left = [await generationsOf(owner)]
    const statuses = []
    for (const id of ids) {
      const reply = await make(owner, id, 'theses')
      statuses.push(reply.statusCode)
      left.push(await generationsOf(owner))
    }

    expect(statuses).toEqual([200, 200, 200, 200, 200, 402])
    expect(left).toEqual([5, 4, 3, 2, 1, 0, 0])
    expect((await make(owner, ids[5] ?? '', 'theses')).json()).toMatchObject({ code: 'thesesUsedUp' })
  })

  it('stay spent when the file is deleted [SUM-3]', async () => {
    const owner = await test.signIn()
    const id = await addTalk(test, owner)
    await make(owner, id, 'theses')
    await composeWaiting(test)

    await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })

    expect(await generationsOf(owner)).toBe(4)
  })

  it('are given back when they fail, once, and do not change the status of the file [SUM-3]', async () => {
    const owner = await test.signIn()
    const id = await addTalk(test, owner)
    await make(owner, id, 'theses')
    const spent = await generationsOf(owner)

    await failWaiting(test)

    const { status, flaws } = (await owner.call({ url: `/api/scripts/${id}` })).json<{ status: string; flaws: [] }>()
    expect(spent).toBe(4)
    expect(await generationsOf(owner)).toBe(5)
    expect({ status, flaws }).toEqual({ status: 'complete', flaws: [] })
    expect(await read(owner, id, 'theses')).toMatchObject({ status: 'error', canMake: true })
    await make(owner, id, 'theses')
    await composeWaiting(test)
    expect(await generationsOf(owner)).toBe(4)
  })

  it('are given back when the file is deleted before they are ready', async () => {
    const owner = await test.signIn()
    const id = await addTalk(test, owner)
    await make(owner, id, 'theses')

    await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })

    expect(await generationsOf(owner)).toBe(5)
  })

  it('are not counted for tariffs with unlimited theses, nor for superusers [SUM-3]', async () => {
    const unlimited = await test.signIn({ tariffId: PRO })
    const superuser = await test.signIn()
    await test.ctx.db.updateTable('users').set({ isSuperuser: true }).where('id', '=', superuser.userId ?? '').execute() // prettier-ignore

    for (const owner of [unlimited, superuser])
      for (const id of await talksOf(owner, 6)) expect((await make(owner, id, 'theses')).statusCode).toBe(200)

    expect(await generationsOf(unlimited)).toBeNull()
    expect(await generationsOf(superuser)).toBe(5)
  })

  it('cost no more than what is left, whatever is asked at once [SUM-3]', async () => {
    const owner = await test.signIn()
    const ids = await talksOf(owner, 20)
    const asked = Array.from({ length: 200 }, (_, at) => ids[at % ids.length] ?? '')

    const replies = await Promise.all(asked.map((id) => make(owner, id, 'theses')))

    const made = replies.filter(({ statusCode }) => statusCode === 200).map((reply) => reply.json<Summary>().id)
    expect(new Set(made).size).toBe(5)
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 402]))
    expect(await generationsOf(owner)).toBe(0)
    expect(await composeWaiting(test)).toBeGreaterThanOrEqual(5)
  })
})

describe('summaries of a user', () => {
  it('are limited per hour', async () => {
    const strict = await createTestApp({ rateLimits: { ...test.config.rateLimits, redisUrl: undefined, factor: 1 } })
    const owner = await strict.signIn()
    const id = await addTalk(strict, owner)

    const statuses = []
    for (let n = 0; n < 21; n++) statuses.push((await make(owner, id, 'about')).statusCode)

    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429])
    await strict.close()
  })
})
