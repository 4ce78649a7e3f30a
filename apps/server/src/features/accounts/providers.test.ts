import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createPromo } from '#features/billing/index.ts'
import { userByEmail } from '#features/users/index.ts'
import { newPerson, startProviders, type TestProviders } from '#test/providers.ts'
import { addApp, postFrom, settingsOf } from '#test/second-factors.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { disable } from './disable.ts'

const allProviders = ['google', 'yandex', 'vk'] as const
type Provider = (typeof allProviders)[number]

let providers: TestProviders
let test: TestApp

beforeAll(async () => {
  providers = await startProviders()
  test = await createTestApp(providers.config)
})
afterAll(async () => {
  await test.close()
  await providers.close()
})

function sign(provider: Provider, payload: object, isPrivacyApprove = false) {
  return test.app.inject({
    method: 'POST',
    url: `/api/account/sign-by-${provider}`,
    payload: { ...payload, isPrivacyApprove },
  })
}

describe('sign-in with a provider', () => {
  it('applies the promo code of the page that a new user came by, and a bad code does no harm [AUTH-9]', async () => {
    await createPromo(test.ctx, { code: 'МАЙ', minutes: 15, maxUses: null, expiresAt: null })

    const minutes = []
    for (const promocode of ['май', 'NO-SUCH-CODE']) {
      const utmData = `?utm_source=mail&promocode=${encodeURIComponent(promocode)}`
      const secret = await providers.issueSecret('yandex', newPerson())
      const { accessToken } = (await sign('yandex', { ...secret, utmData }, true)).json<{ accessToken: string }>()
      const info = await test.as(accessToken).call({ url: '/api/account/info' })
      minutes.push(info.json<{ minutesExtraRemain: number }>().minutesExtraRemain)
    }

    expect(minutes).toEqual([45, 30])
  })

  it.each(allProviders)('%s: is recorded with the address, and so is the link of the identity', async (provider) => {
    const person = newPerson()
    await sign(provider, await providers.issueSecret(provider, person), true)
    await sign(provider, await providers.issueSecret(provider, person))
    const user = await userByEmail(test.ctx.db, person.email ?? '')

    const events = await test.ctx.db
      .selectFrom('auditEvents')
      .select(['kind', 'address', 'details'])
      .where('userId', '=', user?.id ?? '')
      .orderBy('id')
      .execute()

    const address = '127.0.0.1'
    const login = { kind: 'login', address, details: { by: provider } }
    expect(events).toEqual([
      { kind: 'registered', address, details: {} },
      { kind: 'providerLinked', address, details: { provider } },
      login,
      login,
    ])
  })

  it.each(allProviders)(
    '%s: asks a new user for consent, then registers them with the bonus, by the same secret [AUTH-18, AUTH-20, AUTH-21, AUTH-22]',
    async (provider) => {
      const person = newPerson()
      const secret = await providers.issueSecret(provider, person)

      const asked = await sign(provider, secret)
      const done = await sign(provider, secret, true)

      expect(asked.json()).toEqual({ needToPrivacyApprove: true, isRegistration: true })
      expect(done.json()).toMatchObject({
        needToPrivacyApprove: false,
        isRegistration: true,
        accessToken: expect.any(String),
      })
      const account = await test.as(done.json<{ accessToken: string }>().accessToken).call({ url: '/api/account' })
      expect(account.json()).toMatchObject({ user: { name: 'Мария', email: person.email, minutesRemain: 60 } })
    },
  )

  it.each(allProviders)(
    '%s: signs a returning user in immediately, without another bonus [AUTH-18, AUTH-20]',
    async (provider) => {
      const person = newPerson()
      await sign(provider, await providers.issueSecret(provider, person), true)

      const again = await sign(
        provider,
        await providers.issueSecret(provider, { ...person, email: 'changed@example.ru' }),
      )

      expect(again.json()).toMatchObject({
        needToPrivacyApprove: false,
        isRegistration: false,
        refreshToken: expect.any(String),
      })
      const account = await test.as(again.json<{ accessToken: string }>().accessToken).call({ url: '/api/account' })
      expect(account.json()).toMatchObject({ user: { minutesRemain: 60 } })
    },
  )

  it.each(allProviders)('%s: does not sign a disabled account in', async (provider) => {
    const person = newPerson()
    await sign(provider, await providers.issueSecret(provider, person), true)
    const { id = '' } = (await userByEmail(test.ctx.db, person.email ?? '')) ?? {}
    await test.ctx.db.transaction().execute((tx) => disable(test.ctx, tx, id, { by: 'olga', reason: 'x' }))

    const reply = await sign(provider, await providers.issueSecret(provider, person))

    expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'accountDisabled' }])
  })

  it.each(allProviders)('%s: accepts a secret once [AUTH-19]', async (provider) => {
    const secret = await providers.issueSecret(provider, newPerson())
    await sign(provider, secret, true)

    const replay = await sign(provider, secret)

    expect(replay.statusCode).toBe(400)
    expect(replay.json()).toMatchObject({ error: 'Token already used' })
  })

  it.each(allProviders)('%s: refuses a secret issued to another app [AUTH-19]', async (provider) => {
    const reply = await sign(provider, await providers.issueSecret(provider, newPerson(), 'another-app'), true)

    expect(reply.json()).toMatchObject({ error: 'Token is not valid' })
  })

  it.each(allProviders)('%s: does not link an existing account by its e-mail [AUTH-19]', async (provider) => {
    const { email } = await test.createUser()

    const reply = await sign(provider, await providers.issueSecret(provider, newPerson({ email })), true)

    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ error: 'User already exists' })
  })

  it('creates one account for two concurrent sign-ins', async () => {
    const person = newPerson({ email: null })
    const secrets = [await providers.issueSecret('google', person), await providers.issueSecret('google', person)]

    const replies = await Promise.all(secrets.map((secret) => sign('google', secret, true)))

    const users = await test.ctx.db.selectFrom('identities').selectAll().where('subject', '=', person.id).execute()
    expect(users).toHaveLength(1)
    expect(replies.map((reply) => reply.statusCode).filter((status) => status !== 200 && status !== 409)).toEqual([])
  })

  it.each(allProviders)('%s: refuses a sign-in without its token [AUTH-19]', async (provider) => {
    const secret = await providers.issueSecret(provider, newPerson())
    const empty = provider === 'vk' ? { ...secret, code: '' } : { accessToken: '' }

    const reply = await sign(provider, empty, true)

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error: 'Registration token required', code: 'registrationTokenRequired' })
  })

  it('refuses a wrong verifier and a wrong device for VK', async () => {
    const wrong = [{ codeVerifier: 'x'.repeat(43) }, { deviceId: 'another-device' }]

    for (const change of wrong) {
      const reply = await sign('vk', { ...(await providers.issueSecret('vk', newPerson())), ...change }, true)
      expect(reply.json()).toMatchObject({ error: 'Token is not valid' })
    }
  })

  it('refuses the sign-in when the provider is down', async () => {
    const secret = await providers.issueSecret('yandex', newPerson())
    await providers.control('fail', { provider: 'yandex', mode: 'down', times: 1 })

    const reply = await sign('yandex', secret, true)

    expect(reply.statusCode).toBe(502)
    expect(reply.json()).toMatchObject({ code: 'providerFailed' })
  })

  it.each(allProviders)('%s: asks for the second factor of a protected account', async (provider) => {
    test.clock.now = new Date()
    const person = newPerson()
    const first = await sign(provider, await providers.issueSecret(provider, person), true)
    const { accessToken } = first.json<{ accessToken: string }>()
    const settings = (path: string, payload: object = {}) => settingsOf(test.as(accessToken), path, payload)
    const { freshCode } = await addApp(test, settings, {})

    const asked = (await sign(provider, await providers.issueSecret(provider, person))).json<{
      secondFactor: { token: string }
    }>()
    const { token } = asked.secondFactor
    const passed = await postFrom(test)('second-factor', { token, code: freshCode() })

    expect(asked).toEqual({
      secondFactor: { token, methods: ['totp', 'recoveryCode'] },
      needToPrivacyApprove: false,
      isRegistration: false,
    })
    expect(passed.json()).toHaveProperty('accessToken')
    const user = await userByEmail(test.ctx.db, person.email ?? '')
    const { details } = await test.ctx.db
      .selectFrom('auditEvents')
      .select('details')
      .where('userId', '=', user?.id ?? '')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(details).toEqual({ by: provider, secondFactor: 'totp' })
  })
})
