import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hashToken } from '#platform/tokens.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type Pair = { accessToken: string; refreshToken: string }

async function login(): Promise<Pair> {
  const { email } = await test.createUser()
  const reply = await test.app.inject({
    method: 'POST',
    url: '/api/account/login',
    payload: { email, password: PASSWORD },
  })
  expect(reply.statusCode).toBe(200)
  return reply.json<Pair>()
}

function renew(refreshToken: string) {
  return test.app.inject({ method: 'POST', url: '/api/account/update-token', payload: { refreshToken } })
}

function account(accessToken: string) {
  return test.as(accessToken).call({ url: '/api/account' })
}

describe('a session', () => {
  it('starts with the right password, whatever the case and spaces of the e-mail', async () => {
    const { email } = await test.createUser()

    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/account/login',
      payload: { email: `  ${email.toUpperCase()} `, password: PASSWORD },
    })

    expect(reply.json()).toMatchObject({ needToPrivacyApprove: false, isRegistration: false })
    expect((await account(reply.json<Pair>().accessToken)).json()).toMatchObject({ user: { email } })
  })

  it('answers an unknown e-mail and a wrong password alike, on the e-mail field [AUTH-2]', async () => {
    const { email } = await test.createUser()
    const wrong = [
      { email, password: 'Wrong-pass-1' },
      { email: 'nobody@example.ru', password: PASSWORD },
    ]

    const replies = await Promise.all(
      wrong.map((payload) => test.app.inject({ method: 'POST', url: '/api/account/login', payload })),
    )

    for (const reply of replies) {
      expect(reply.statusCode).toBe(400)
      expect(reply.json()).toMatchObject({ code: 'wrongLogin', fields: { email: { code: 'auth.wrongLogin' } } })
    }
    expect(replies[0]?.body).toBe(replies[1]?.body)
  })

  it('refuses a call without a token, with a forged one and with an expired one by 403 «Need to authorization» [SESS-5]', async () => {
    const { accessToken } = await login()
    const forged = `${accessToken.slice(0, -4)}AAAA`
    const before = test.clock.now

    const replies = [await test.app.inject({ url: '/api/account' }), await account(forged)]
    test.clock.now = new Date(before.getTime() + 16 * 60_000)
    replies.push(await account(accessToken))
    test.clock.now = before

    for (const reply of replies) {
      expect(reply.statusCode).toBe(403)
      expect(reply.json()).toMatchObject({ error: 'Need to authorization' })
    }
  })

  it('goes on with a renewed pair [SESS-4]', async () => {
    const first = await login()

    const second = (await renew(first.refreshToken)).json<Pair>()

    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await account(second.accessToken)).statusCode).toBe(200)
  })

  it('ends when a refresh token is used again after its child was used', async () => {
    const first = await login()
    const second = (await renew(first.refreshToken)).json<Pair>()
    const third = (await renew(second.refreshToken)).json<Pair>()

    const stolen = await renew(first.refreshToken)

    expect(stolen.statusCode).toBe(403)
    expect((await renew(third.refreshToken)).statusCode).toBe(403)
  })

  it('forgives the same refresh token within 30 s, when the answer was lost or two tabs asked', async () => {
    const { refreshToken } = await login()

    const replies = await Promise.all([renew(refreshToken), renew(refreshToken)])

    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200])
  })

  it('does not forgive it later', async () => {
    const { refreshToken } = await login()
    const before = test.clock.now
    await renew(refreshToken)

    test.clock.now = new Date(before.getTime() + 31_000)
    const late = await renew(refreshToken)
    test.clock.now = before

    expect(late.statusCode).toBe(403)
  })

  it('ends at logout, on the server too [SESS-3]', async () => {
    const { refreshToken } = await login()

    const reply = await test.app.inject({ method: 'POST', url: '/api/account/logout', payload: { refreshToken } })

    expect(reply.statusCode).toBe(200)
    expect((await renew(refreshToken)).statusCode).toBe(403)
  })

  it('of the first version is exchanged once for one of today [SESS-7]', async () => {
    const { id } = await test.createUser()
    const token = `SHPT-${'0123456789abcdef'.repeat(2)}`
    await test.ctx.db
      .insertInto('legacyTokens')
      .values({ hash: hashToken(token), userId: id })
      .execute()
    const upgrade = (accessToken: string) =>
      test.app.inject({ method: 'POST', url: '/api/account/upgrade-legacy-token', payload: { accessToken } })

    const pair = (await upgrade(token)).json<Pair>()

    expect((await account(pair.accessToken)).json()).toMatchObject({ user: { id } })
    expect((await upgrade(token)).statusCode).toBe(403)
    expect((await upgrade('SHPT-unknown')).statusCode).toBe(403)
    expect((await account(token)).statusCode).toBe(403)
  })

  it('is one chain when 50 calls of two tabs renew at once, and a stolen old token kills it [SESS-10]', async () => {
    const first = await login()

    const replies = await Promise.all(Array.from({ length: 50 }, () => renew(first.refreshToken)))

    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]))
    const current = replies[17]?.json<Pair>()
    expect((await renew(current?.refreshToken ?? '')).statusCode).toBe(200)
    expect((await renew(first.refreshToken)).statusCode).toBe(403)
    expect((await renew(replies[3]?.json<Pair>().refreshToken ?? '')).statusCode).toBe(403)
  })

  it('that was ended does not open anything with the access token it still has', async () => {
    const fresh = await createTestApp()
    const { email } = await fresh.createUser()
    const signedIn = await fresh.app.inject({
      method: 'POST',
      url: '/api/account/login',
      payload: { email, password: PASSWORD },
    })
    const { accessToken, refreshToken } = signedIn.json<Pair>()
    await fresh.app.inject({ method: 'POST', url: '/api/account/logout', payload: { refreshToken } })

    const reply = await fresh.as(accessToken).call({ url: '/api/account' })
    await fresh.close()

    expect(reply.statusCode).toBe(403)
  })

  it('keeps only hashes of refresh tokens', async () => {
    const { refreshToken } = await login()

    const rows = await test.ctx.db.selectFrom('refreshTokens').selectAll().execute()

    expect(JSON.stringify(rows.map(({ hash }) => hash.toString('utf8')))).not.toContain(refreshToken)
    expect(rows.every(({ hash }) => hash.length === 32)).toBe(true)
  })
})
