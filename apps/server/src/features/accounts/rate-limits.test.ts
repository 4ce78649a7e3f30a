import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { guessForADay, loginFrom } from '#test/guessing.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 1 } })
})
afterAll(() => test.close())

const login = (email: string, password: string, address: string) => loginFrom(test, email, password, address)

describe('password guessing', () => {
  it('is limited per address and does not lock the owner out', async () => {
    const { email } = await test.createUser()

    const guesses = []
    for (let n = 0; n < 7; n++) guesses.push((await login(email, `Wrong-pass-${n}`, '10.1.1.1')).statusCode)

    expect(guesses).toEqual([400, 400, 400, 400, 400, 429, 429])
    const refused = await login(email, PASSWORD, '10.1.1.1')
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
    expect((await login(email, PASSWORD, '10.2.2.2')).statusCode).toBe(200)
  })

  it('is checked at most 100 times a day from 1,000 addresses of one /64, and the owner still gets in', async () => {
    const { email } = await test.createUser()
    const addressOf = (n: number) => `2001:db8:0:1::${(n % 1000).toString(16)}`

    const { checked, statuses } = await guessForADay(test, { email, count: 1000, addressOf })

    expect(statuses).toEqual({ 400: checked, 429: 1000 - checked })
    expect(checked).toBeLessThanOrEqual(100)
    expect((await login(email, PASSWORD, '2001:db8:0:2::1')).statusCode).toBe(200)
  })

  it('is checked at most 100 times a day from 1,000 networks, and the owner gets in from a known one', async () => {
    const { email } = await test.createUser()
    expect((await login(email, PASSWORD, '2001:db8:1::1')).statusCode).toBe(200)
    const addressOf = (n: number) => `2001:db8:2:${(n % 1000).toString(16)}::1`

    const { checked } = await guessForADay(test, { email, count: 1000, addressOf })

    expect(checked).toBeLessThanOrEqual(100)
    expect((await login(email, PASSWORD, '2001:db8:3::1')).statusCode).toBe(429)
    expect((await login(email, PASSWORD, '2001:db8:1::77')).statusCode).toBe(200)
  })

  it('is limited the same way for an unknown e-mail', async () => {
    const { email } = await test.createUser()
    const statusesOf = async (target: string, address: string) => {
      const statuses = []
      for (let n = 0; n < 7; n++) statuses.push((await login(target, 'Wrong-pass-1', address)).statusCode)
      return statuses
    }

    expect(await statusesOf('nobody@example.ru', '10.4.4.4')).toEqual(await statusesOf(email, '10.5.5.5'))
  })

  it('cannot evade the limit by a forged X-Forwarded-For', async () => {
    const { email } = await test.createUser()
    const forge = (n: number) =>
      test.app.inject({
        method: 'POST',
        url: '/api/account/login',
        payload: { email, password: 'Wrong-pass-1' },
        remoteAddress: '10.3.3.3',
        headers: { 'x-forwarded-for': `10.9.9.${n}` },
      })

    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await forge(n)).statusCode)

    expect(statuses.at(-1)).toBe(429)
  })
})

describe('registration', () => {
  it('reveals that addresses are taken at most ten times an hour', async () => {
    const { email } = await test.createUser()
    const ask = async (password: string) => {
      const payload = { name: 'Анна', email, password, privacyApprove: true }
      const url = '/api/account/register'
      const reply = await test.app.inject({ method: 'POST', url, payload, remoteAddress: '10.10.1.1' })
      return reply.json<{ fields?: { email?: object } }>().fields?.email ? 'revealed' : reply.statusCode
    }

    const weak = new Set<unknown>()
    for (let n = 0; n < 30; n++) weak.add(await ask('weak'))
    const strong = []
    for (let n = 0; n < 12; n++) strong.push(await ask(PASSWORD))

    expect([...weak]).toEqual([400])
    expect(strong.filter((outcome) => outcome === 'revealed')).toHaveLength(10)
    expect(strong.slice(10)).toEqual([429, 429])
  })
})

describe('polling', () => {
  it('is never refused below 1,200 polls per minute and user', async () => {
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

/** The jobs waiting in a queue. */
async function countJobs(name: string): Promise<number> {
  const { CompiledQuery } = await import('kysely')
  const { rows } = await test.ctx.db.executeQuery<{ count: string }>(
    CompiledQuery.raw(`select count(*) from pgboss.job where coalesce(data->>'mail', name) = $1`, [name]),
  )
  return Number(rows[0]?.count)
}

describe('mails', () => {
  it('never run out for a registration or a guessing alarm because of a recovery', async () => {
    const { email } = await test.createUser()
    const unknown = 'newcomer@example.ru'
    const form = { name: 'Анна', email: unknown, password: PASSWORD, privacyApprove: true }
    const post = (path: string, payload: object, remoteAddress: string) =>
      test.app.inject({ method: 'POST', url: `/api/account/${path}`, payload, remoteAddress })
    for (let n = 0; n < 4; n++)
      for (const address of [email, unknown]) await post('recover-password', { email: address }, '10.6.6.6')

    const alarms = await countJobs('accounts.alarm')
    await guessForADay(test, { email, count: 30, addressOf: (n) => `10.7.7.${n}` })

    expect(await countJobs('accounts.alarm')).toBe(alarms + 1)
    expect((await post('register', form, '10.8.8.8')).statusCode).toBe(200)
  })

  it('go to one address at most three times an hour, and further requests get the same reply', async () => {
    const { email } = await test.createUser()
    const ask = () => test.app.inject({ method: 'POST', url: '/api/account/recover-password', payload: { email } })

    const before = await countJobs('accounts.recover')

    const statuses = []
    for (let n = 0; n < 5; n++) statuses.push((await ask()).statusCode)

    expect(statuses).toEqual([200, 200, 200, 200, 200])
    expect(await countJobs('accounts.recover')).toBe(before + 3)
  })
})

describe('forms of registration', () => {
  it('are limited per address before the breached-password service is asked', async () => {
    const isBreached = vi.spyOn(test.ctx.breached, 'isBreached').mockResolvedValue(true)
    const register = (remoteAddress: string) =>
      test.app.inject({
        method: 'POST',
        url: '/api/account/register',
        payload: { name: 'Анна', email: 'anna@example.ru', password: PASSWORD, privacyApprove: true },
        remoteAddress,
      })

    const statuses = []
    for (let n = 0; n < 62; n++) statuses.push((await register('10.6.6.6')).statusCode)

    expect(statuses).toEqual([...Array(60).fill(400), 429, 429])
    expect(isBreached).toHaveBeenCalledTimes(60)
    expect((await register('10.7.7.7')).statusCode).toBe(400)
    isBreached.mockRestore()
  })
})
