import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { contactOf } from '#features/users/index.ts'
import { hashToken } from '#platform/tokens.ts'
import { loginFrom } from '#test/guessing.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'
import { shareToken } from '#test/token-thief.ts'

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
  it('starts with the right password, ignoring case and surrounding spaces of the e-mail', async () => {
    const { email } = await test.createUser()

    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/account/login',
      payload: { email: `  ${email.toUpperCase()} `, password: PASSWORD },
    })

    expect(reply.json()).toMatchObject({ needToPrivacyApprove: false, isRegistration: false })
    expect((await account(reply.json<Pair>().accessToken)).json()).toMatchObject({ user: { email } })
  })

  it('remembers the time zone of the browser at sign-in and at renewal, as long as there is such a zone', async () => {
    const { id, email } = await test.createUser()
    const call = async (url: string, payload: object, timeZone: string) =>
      (
        await test.app.inject({
          method: 'POST',
          url: `/api/account/${url}`,
          headers: { 'time-zone': timeZone },
          payload,
        })
      ).json<Pair>()
    const known = async () => (await contactOf(test.ctx.db, id))?.timeZone

    const { refreshToken } = await call('login', { email, password: PASSWORD }, 'Asia/Vladivostok')
    const first = await known()
    const renewed = await call('update-token', { refreshToken }, 'Europe/Samara')
    const second = await known()
    await call('update-token', { refreshToken: renewed.refreshToken }, 'Asia/Nowhere')

    expect([first, second, await known()]).toEqual(['Asia/Vladivostok', 'Europe/Samara', 'Europe/Samara'])
  })

  it('is refused with the same e-mail error for an unknown e-mail and a wrong password [AUTH-2]', async () => {
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

  it('refuses missing, forged and expired tokens with 403 «Need to authorization» [SESS-5]', async () => {
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

  it('continues with a renewed pair [SESS-4]', async () => {
    const first = await login()

    const second = (await renew(first.refreshToken)).json<Pair>()

    expect(second.refreshToken).not.toBe(first.refreshToken)
    expect((await account(second.accessToken)).statusCode).toBe(200)
  })

  it('ends when a refresh token is reused after its child was used', async () => {
    const first = await login()
    const second = (await renew(first.refreshToken)).json<Pair>()
    const third = (await renew(second.refreshToken)).json<Pair>()

    const stolen = await renew(first.refreshToken)

    expect(stolen.statusCode).toBe(403)
    expect((await renew(third.refreshToken)).statusCode).toBe(403)
  })

  it('accepts the same refresh token again within 30 s, after a lost reply or from a second tab', async () => {
    const { refreshToken } = await login()

    const replies = await Promise.all([renew(refreshToken), renew(refreshToken)])

    expect(replies.map((reply) => reply.statusCode)).toEqual([200, 200])
  })

  it('refuses the same refresh token later', async () => {
    const { refreshToken } = await login()
    const before = test.clock.now
    await renew(refreshToken)

    test.clock.now = new Date(before.getTime() + 31_000)
    const late = await renew(refreshToken)
    test.clock.now = before

    expect(late.statusCode).toBe(403)
  })

  it('ends on the server at logout [SESS-3]', async () => {
    const { refreshToken } = await login()

    const reply = await test.app.inject({ method: 'POST', url: '/api/account/logout', payload: { refreshToken } })

    expect(reply.statusCode).toBe(200)
    expect((await renew(refreshToken)).statusCode).toBe(403)
  })

  it('exchanges a legacy token once [SESS-7]', async () => {
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

  it('survives 50 concurrent renewals, and ends when an old token is reused [SESS-10]', async () => {
    const first = await login()

    const replies = await Promise.all(Array.from({ length: 50 }, () => renew(first.refreshToken)))

    expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([200]))
    const current = replies[17]?.json<Pair>()
    expect((await renew(current?.refreshToken ?? '')).statusCode).toBe(200)
    expect((await renew(first.refreshToken)).statusCode).toBe(403)
    expect((await renew(replies[3]?.json<Pair>().refreshToken ?? '')).statusCode).toBe(403)
  })

  it.each([0, 1, 15, 29, 30, 31, 45, 60])(
    'leaves at most one of two holders of a token after one renewal, if they used it %i s apart',
    async (offsetSeconds) => {
      for (const inSameOrder of [true, false]) {
        const { refreshToken } = await login()

        const alive = await shareToken(test, { refreshToken, offsetSeconds, inSameOrder })

        expect(alive).toBeLessThanOrEqual(1)
      }
    },
  )

  it('continues when a reply was lost and the browser keeps the second pair', async () => {
    const { refreshToken } = await login()
    await renew(refreshToken)

    const kept = (await renew(refreshToken)).json<Pair>()
    const next = (await renew(kept.refreshToken)).json<Pair>()

    expect((await renew(next.refreshToken)).statusCode).toBe(200)
  })

  it('belongs to its user: a token with the session of another is refused', async () => {
    const victim = await test.createUser()
    const { accessToken } = await login()
    const claims = await test.ctx.tokens.readAccess(accessToken, test.clock.now)
    const forged = await test.ctx.tokens.signAccess(
      { userId: victim.id, sessionId: claims?.sessionId ?? '' },
      test.clock.now,
    )

    expect((await account(accessToken)).statusCode).toBe(200)
    expect((await account(forged)).statusCode).toBe(403)
  })

  it('is recorded with the address when reuse of a token ends it', async () => {
    const { email } = await test.createUser()
    const url = '/api/account/update-token'
    const first = (await loginFrom(test, email, PASSWORD, '10.1.1.1')).json<Pair>()
    const second = (await renew(first.refreshToken)).json<Pair>()
    await renew(second.refreshToken)

    const { refreshToken } = first
    await test.app.inject({ method: 'POST', url, payload: { refreshToken }, remoteAddress: '10.6.6.6' })

    const reused = await test.ctx.db
      .selectFrom('auditEvents')
      .select('address')
      .where('kind', '=', 'refreshReused')
      .where('address', '=', '10.6.6.6')
      .execute()
    expect(reused).toHaveLength(1)
  })

  it('is listed with device, network and last use, this one first', async () => {
    const { email } = await test.createUser()
    const elsewhere = (await loginFrom(test, email, PASSWORD, '203.0.113.7')).json<Pair>()
    const here = (await loginFrom(test, email, PASSWORD, '2001:db8:0:7::1')).json<Pair>()
    await renew(elsewhere.refreshToken)

    const reply = await test.as(here.accessToken).call({ url: '/api/account/sessions' })

    expect(reply.json()).toMatchObject({
      data: [
        { isCurrent: true, network: '2001:db8', userAgent: 'lightMyRequest', lastUsedAt: expect.any(String) },
        { isCurrent: false, network: '203.0' },
      ],
    })
  })

  it('ends the others and stays', async () => {
    const { email } = await test.createUser()
    const elsewhere = (await loginFrom(test, email, PASSWORD, '203.0.113.7')).json<Pair>()
    const here = (await loginFrom(test, email, PASSWORD, '203.0.113.8')).json<Pair>()
    const stranger = await login()

    await test.as(here.accessToken).call({ method: 'POST', url: '/api/account/sessions/end-others' })

    expect((await renew(elsewhere.refreshToken)).statusCode).toBe(403)
    expect((await renew(stranger.refreshToken)).statusCode).toBe(200)
    expect((await renew(here.refreshToken)).statusCode).toBe(200)
    expect((await test.as(here.accessToken).call({ url: '/api/account/sessions' })).json()).toMatchObject({
      data: [{ isCurrent: true }],
    })
  })

  it('refuses the access token of a revoked session', async () => {
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

  it('stores only hashes of refresh tokens', async () => {
    const { refreshToken } = await login()

    const rows = await test.ctx.db.selectFrom('refreshTokens').selectAll().execute()

    expect(JSON.stringify(rows.map(({ hash }) => hash.toString('utf8')))).not.toContain(refreshToken)
    expect(rows.every(({ hash }) => hash.length === 32)).toBe(true)
  })
})
