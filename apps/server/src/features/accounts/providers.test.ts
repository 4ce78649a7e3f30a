import { createHash, randomInt } from 'node:crypto'

import { type OauthSimulator, startOauthSimulator } from '@doslovno/simulators/oauth/server.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createPromo } from '#features/billing/index.ts'
import { userByEmail } from '#features/users/index.ts'
import { addApp, postFrom, settingsOf } from '#test/second-factors.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { disable } from './disable.ts'

const REDIRECT = 'http://127.0.0.1:5173/oauth/vk'
const VERIFIER = 'verifier-'.repeat(5)
const providers = ['google', 'yandex', 'vk'] as const
type Provider = (typeof providers)[number]
const clientIds = { google: 'doslovno-google', yandex: 'doslovno-yandex', vk: '53000001' }

let simulator: OauthSimulator
let test: TestApp

beforeAll(async () => {
  simulator = await startOauthSimulator({ port: 0 })
  const { url } = simulator
  test = await createTestApp({
    providers: {
      google: {
        clientId: clientIds.google,
        authorizeUrl: `${url}/google/o/oauth2/v2/auth`,
        tokeninfoUrl: `${url}/google/tokeninfo`,
        userinfoUrl: `${url}/google/v1/userinfo`,
      },
      yandex: { clientId: clientIds.yandex, authorizeUrl: `${url}/yandex/authorize`, infoUrl: `${url}/yandex/info` },
      vk: { clientId: clientIds.vk, url: `${url}/vk`, redirectUrl: REDIRECT },
    },
  })
})
afterAll(async () => {
  await test.close()
  await simulator.close()
})

type Person = { id: string; name: string; surname: string; email: string | null; isEmailVerified: boolean }

function newPerson(changes: Partial<Person> = {}): Person {
  const id = String(randomInt(1_000_000, 1_000_000_000))
  return { id, name: 'Мария', surname: 'Орлова', email: `person-${id}@example.ru`, isEmailVerified: true, ...changes }
}

async function control(command: string, body: object): Promise<Record<string, string>> {
  const reply = await fetch(`${simulator.url}/control/${command}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(reply.status).toBe(200)
  return (await reply.json()) as Record<string, string>
}

/** The token or code that a provider issues to the browser after consent. */
async function issueSecret(
  provider: Provider,
  person: Person,
  clientId: string = clientIds[provider],
): Promise<object> {
  if (provider !== 'vk') return control('token', { provider, clientId, person })
  const challenge = createHash('sha256').update(VERIFIER).digest('base64url')
  const { code, deviceId } = await control('code', { clientId, person, redirectUri: REDIRECT, challenge })
  return { code, deviceId, codeVerifier: VERIFIER, redirectUrl: REDIRECT }
}

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
      const secret = await issueSecret('yandex', newPerson())
      const { accessToken } = (await sign('yandex', { ...secret, utmData }, true)).json<{ accessToken: string }>()
      const info = await test.as(accessToken).call({ url: '/api/account/info' })
      minutes.push(info.json<{ minutesExtraRemain: number }>().minutesExtraRemain)
    }

    expect(minutes).toEqual([45, 30])
  })

  it.each(providers)('%s: is recorded with the address, and so is the link of the identity', async (provider) => {
    const person = newPerson()
    await sign(provider, await issueSecret(provider, person), true)
    await sign(provider, await issueSecret(provider, person))
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

  it.each(providers)(
    '%s: asks a new user for consent, then registers them with the bonus, by the same secret [AUTH-18, AUTH-20, AUTH-21, AUTH-22]',
    async (provider) => {
      const person = newPerson()
      const secret = await issueSecret(provider, person)

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

  it.each(providers)(
    '%s: signs a returning user in immediately, without another bonus [AUTH-18, AUTH-20]',
    async (provider) => {
      const person = newPerson()
      await sign(provider, await issueSecret(provider, person), true)

      const again = await sign(provider, await issueSecret(provider, { ...person, email: 'changed@example.ru' }))

      expect(again.json()).toMatchObject({
        needToPrivacyApprove: false,
        isRegistration: false,
        refreshToken: expect.any(String),
      })
      const account = await test.as(again.json<{ accessToken: string }>().accessToken).call({ url: '/api/account' })
      expect(account.json()).toMatchObject({ user: { minutesRemain: 60 } })
    },
  )

  it.each(providers)('%s: does not sign a disabled account in', async (provider) => {
    const person = newPerson()
    await sign(provider, await issueSecret(provider, person), true)
    const { id = '' } = (await userByEmail(test.ctx.db, person.email ?? '')) ?? {}
    await test.ctx.db.transaction().execute((tx) => disable(test.ctx, tx, id, { by: 'olga', reason: 'x' }))

    const reply = await sign(provider, await issueSecret(provider, person))

    expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'accountDisabled' }])
  })

  it.each(providers)('%s: accepts a secret once [AUTH-19]', async (provider) => {
    const secret = await issueSecret(provider, newPerson())
    await sign(provider, secret, true)

    const replay = await sign(provider, secret)

    expect(replay.statusCode).toBe(400)
    expect(replay.json()).toMatchObject({ error: 'Token already used' })
  })

  it.each(providers)('%s: refuses a secret issued to another app [AUTH-19]', async (provider) => {
    const reply = await sign(provider, await issueSecret(provider, newPerson(), 'another-app'), true)

    expect(reply.json()).toMatchObject({ error: 'Token is not valid' })
  })

  it.each(providers)('%s: does not link an existing account by its e-mail [AUTH-19]', async (provider) => {
    const { email } = await test.createUser()

    const reply = await sign(provider, await issueSecret(provider, newPerson({ email })), true)

    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ error: 'User already exists' })
  })

  it('creates one account for two concurrent sign-ins', async () => {
    const person = newPerson({ email: null })
    const secrets = [await issueSecret('google', person), await issueSecret('google', person)]

    const replies = await Promise.all(secrets.map((secret) => sign('google', secret, true)))

    const users = await test.ctx.db.selectFrom('identities').selectAll().where('subject', '=', person.id).execute()
    expect(users).toHaveLength(1)
    expect(replies.map((reply) => reply.statusCode).filter((status) => status !== 200 && status !== 409)).toEqual([])
  })

  it.each(providers)('%s: refuses a sign-in without its token [AUTH-19]', async (provider) => {
    const secret = await issueSecret(provider, newPerson())
    const empty = provider === 'vk' ? { ...secret, code: '' } : { accessToken: '' }

    const reply = await sign(provider, empty, true)

    expect(reply.statusCode).toBe(400)
    expect(reply.json()).toMatchObject({ error: 'Registration token required', code: 'registrationTokenRequired' })
  })

  it('refuses a wrong verifier and a wrong device for VK', async () => {
    const wrong = [{ codeVerifier: 'x'.repeat(43) }, { deviceId: 'another-device' }]

    for (const change of wrong) {
      const reply = await sign('vk', { ...(await issueSecret('vk', newPerson())), ...change }, true)
      expect(reply.json()).toMatchObject({ error: 'Token is not valid' })
    }
  })

  it('refuses the sign-in when the provider is down', async () => {
    const secret = await issueSecret('yandex', newPerson())
    await control('fail', { provider: 'yandex', mode: 'down', times: 1 })

    const reply = await sign('yandex', secret, true)

    expect(reply.statusCode).toBe(502)
    expect(reply.json()).toMatchObject({ code: 'providerFailed' })
  })

  it.each(providers)('%s: asks for the second factor of a protected account', async (provider) => {
    test.clock.now = new Date()
    const person = newPerson()
    const first = await sign(provider, await issueSecret(provider, person), true)
    const { accessToken } = first.json<{ accessToken: string }>()
    const settings = (path: string, payload: object = {}) => settingsOf(test.as(accessToken), path, payload)
    const { freshCode } = await addApp(test, settings, {})

    const asked = (await sign(provider, await issueSecret(provider, person))).json<{
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
