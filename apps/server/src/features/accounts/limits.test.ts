import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp({ limits: { redisUrl: undefined, factor: 1 } })
})
afterAll(() => test.close())

function login(email: string, password: string, address: string) {
  return test.app.inject({
    method: 'POST',
    url: '/api/account/login',
    payload: { email, password },
    remoteAddress: address,
  })
}

describe('somebody who guesses passwords', () => {
  it('is slowed down, and the owner from elsewhere is not', async () => {
    const { email } = await test.createUser()

    const guesses = []
    for (let n = 0; n < 7; n++) guesses.push((await login(email, `Wrong-pass-${n}`, '10.1.1.1')).statusCode)

    expect(guesses).toEqual([400, 400, 400, 400, 400, 429, 429])
    const refused = await login(email, PASSWORD, '10.1.1.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect((await login(email, PASSWORD, '10.2.2.2')).statusCode).toBe(200)
  })

  it('cannot pretend to call from elsewhere', async () => {
    const { email } = await test.createUser()
    const pretend = (n: number) =>
      test.app.inject({
        method: 'POST',
        url: '/api/account/login',
        payload: { email, password: 'Wrong-pass-1' },
        remoteAddress: '10.3.3.3',
        headers: { 'x-forwarded-for': `10.9.9.${n}` },
      })

    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await pretend(n)).statusCode)

    expect(statuses.at(-1)).toBe(429)
  })
})

describe('a page that polls', () => {
  it('is never refused below 1,200 polls a minute of a user', async () => {
    const { id } = await test.createUser()
    const caller = await test.signInAs(id)

    const statuses = new Set<number>()
    for (let n = 0; n < 1190; n += 70) {
      const replies = await Promise.all(
        Array.from({ length: 70 }, (_, k) => caller.call({ url: k % 2 === 0 ? '/api/account' : '/api/scripts' })),
      )
      for (const reply of replies) statuses.add(reply.statusCode)
    }

    expect([...statuses]).toEqual([200])
  })
})

describe('mails', () => {
  it('go to one address three times an hour at most, and asking for more looks the same', async () => {
    const { email } = await test.createUser()
    const ask = () => test.app.inject({ method: 'POST', url: '/api/account/recover-password', payload: { email } })

    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await ask()).statusCode)

    expect(statuses).toEqual([200, 200, 200, 200, 200])
    const queued = await test.ctx.db.executeQuery<{ count: string }>(
      (await import('kysely')).CompiledQuery.raw("select count(*) from pgboss.job where name = 'accounts.recover'"),
    )
    expect(Number(queued.rows[0]?.count)).toBe(3)
  })
})
