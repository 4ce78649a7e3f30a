import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createAuthenticator } from '#test/authenticator.ts'
import { createPerson, passkeyLogin, postFrom } from '#test/second-factors.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp({ publicUrl: 'https://doslovno.example' })
  test.clock.now = new Date()
})
afterAll(() => test.close())

type Ceremony = { token: string; options: Record<string, unknown> }
const newAuthenticator = () => createAuthenticator(test.config.publicUrl)
const refused = { code: 'passkeyRefused' }

describe('a new passkey', () => {
  it('is asked for with user verification, and brings recovery codes as the first factor', async () => {
    const person = await createPerson(test)

    const started = await person.settings('passkeys/start', { password: PASSWORD })
    const first = await person.addPasskey()
    test.clock.now = new Date(test.clock.now.getTime() + 1000)
    const second = await person.addPasskey()

    expect(started.json<Ceremony>().options).toMatchObject({
      rp: { id: 'doslovno.example', name: 'Дословно' },
      user: { name: person.email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      excludeCredentials: [],
    })
    expect(first.recoveryCodes).toHaveLength(10)
    expect(second.recoveryCodes).toBeUndefined()
    expect(first.added.json()).toMatchObject({ passkey: { name: 'MacBook', lastUsedAt: null } })
    expect((await person.factors()).passkeys.map(({ id }) => id)).toEqual([
      first.authenticator.id,
      second.authenticator.id,
    ])
  })

  it.each([
    ['another site', { origin: 'https://d0slovno.example' }],
    ['another host name', { rpId: 'd0slovno.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a user who was not verified', { isUserVerified: false }],
    ['another ceremony', { type: 'webauthn.get' }],
  ])('is refused for %s', async (_name, changes) => {
    const person = await createPerson(test)
    const { token, options } = (await person.settings('passkeys/start', { password: PASSWORD })).json<Ceremony>()

    const credential = newAuthenticator().create(options, changes)
    const added = await person.settings('passkeys', { token, name: 'A', credential })

    expect(added.json()).toMatchObject(refused)
    expect((await person.factors()).passkeys).toEqual([])
  })

  it('is accepted once per ceremony, and only from the user who began it', async () => {
    const [anna, boris] = [await createPerson(test), await createPerson(test)]
    const start = async () => (await anna.settings('passkeys/start', { password: PASSWORD })).json<Ceremony>()
    const one = await start()
    const answer = { token: one.token, name: 'A', credential: newAuthenticator().create(one.options) }

    expect((await boris.settings('passkeys', answer)).json()).toMatchObject({ code: 'challengeExpired' })
    const two = await start()
    const again = { token: two.token, name: 'A', credential: newAuthenticator().create(two.options) }
    expect((await anna.settings('passkeys', again)).statusCode).toBe(200)
    expect((await anna.settings('passkeys', again)).json()).toMatchObject({ code: 'challengeExpired' })
    expect((await boris.factors()).passkeys).toEqual([])
  })

  it('needs a name, and belongs to one account', async () => {
    const [anna, boris] = [await createPerson(test), await createPerson(test)]
    const { authenticator } = await anna.addPasskey()

    const { added } = await boris.addPasskey(authenticator)
    const { token, options } = (await boris.settings('passkeys/start', { password: PASSWORD })).json<Ceremony>()
    const unnamed = await boris.settings('passkeys', {
      token,
      name: ' ',
      credential: newAuthenticator().create(options),
    })

    expect(added.json()).toMatchObject(refused)
    expect(unnamed.json()).toMatchObject({ fields: { name: { code: 'required' } } })
  })

  it('is the tenth at most, also under a race', async () => {
    const person = await createPerson(test)
    for (let n = 0; n < 8; n++) await person.addPasskey()
    const started = await Promise.all(
      Array.from({ length: 4 }, async () =>
        (await person.settings('passkeys/start', { password: PASSWORD })).json<Ceremony>(),
      ),
    )

    const added = await Promise.all(
      started.map(({ token, options }) =>
        person.settings('passkeys', { token, name: 'A', credential: newAuthenticator().create(options) }),
      ),
    )

    expect(added.filter(({ statusCode }) => statusCode === 200)).toHaveLength(2)
    expect(added.filter(({ statusCode }) => statusCode === 409)).toHaveLength(2)
    expect((await person.settings('passkeys/start', { password: PASSWORD })).statusCode).toBe(409)
  })
})

describe('a sign-in by a passkey alone', () => {
  it('needs no password, and the history tells how', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()

    const signedIn = await passkeyLogin(test, (options) => authenticator.get(options))

    const { accessToken } = signedIn.json<{ accessToken: string }>()
    const account = await test.as(accessToken).call({ url: '/api/account' })
    expect(account.json()).toMatchObject({ user: { id: person.id } })
    const { details } = await test.ctx.db
      .selectFrom('auditEvents')
      .select('details')
      .where('userId', '=', person.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(details).toEqual({ by: 'passkey' })
    expect((await person.factors()).passkeys[0]).toMatchObject({ lastUsedAt: test.clock.now.toISOString() })
  })

  it('asks for user verification and names nobody', async () => {
    const { options } = (await postFrom(test)('passkey-login/start', {})).json<Ceremony>()

    expect(options).toMatchObject({ rpId: 'doslovno.example', userVerification: 'required' })
    expect(options).not.toHaveProperty('allowCredentials')
  })

  it.each([
    ['another site', { origin: 'https://d0slovno.example' }],
    ['another host name', { rpId: 'd0slovno.example' }],
    ['another challenge', { challenge: 'AAAA' }],
    ['a user who was not verified', { isUserVerified: false }],
    ['another user', { userHandle: Buffer.from('somebody').toString('base64url') }],
    ['a copy that became possible', { isBackupEligible: true }],
    ['another ceremony', { type: 'webauthn.create' }],
  ])('is refused for %s', async (_name, changes) => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()

    const signedIn = await passkeyLogin(test, (options) => authenticator.get(options, changes))

    expect(signedIn.json()).toMatchObject(refused)
  })

  it('is refused to a passkey that nobody added, and to a removed one', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()
    await person.settings(`passkeys/${authenticator.id}/remove`, { password: PASSWORD })

    expect((await passkeyLogin(test, (options) => newAuthenticator().get(options))).json()).toMatchObject(refused)
    expect((await passkeyLogin(test, (options) => authenticator.get(options))).json()).toMatchObject(refused)
  })

  it('is refused when the counter goes back: the passkey was copied', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()
    const withCounter = (counter: number) => passkeyLogin(test, (options) => authenticator.get(options, { counter }))

    expect((await withCounter(7)).statusCode).toBe(200)
    expect((await withCounter(7)).json()).toMatchObject(refused)
    expect((await withCounter(3)).json()).toMatchObject(refused)
    expect((await withCounter(0)).json()).toMatchObject(refused)
    expect((await withCounter(8)).statusCode).toBe(200)
  })

  it('works for passkeys that keep no counter', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()
    const signIn = () => passkeyLogin(test, (options) => authenticator.get(options, { counter: 0 }))

    expect([(await signIn()).statusCode, (await signIn()).statusCode]).toEqual([200, 200])
  })

  it('cannot be replayed, and expires after five minutes', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()
    const post = postFrom(test)
    const start = async () => (await post('passkey-login/start', {})).json<Ceremony>()
    const one = await start()
    const answer = { token: one.token, credential: authenticator.get(one.options) }

    expect((await post('passkey-login', answer)).statusCode).toBe(200)
    expect((await post('passkey-login', answer)).json()).toMatchObject({ code: 'challengeExpired' })
    const other = await start()
    expect((await post('passkey-login', { ...answer, token: other.token })).json()).toMatchObject(refused)
    const late = await start()
    test.clock.now = new Date(test.clock.now.getTime() + 5 * 60_000 + 1)
    const credential = authenticator.get(late.options)
    expect((await post('passkey-login', { token: late.token, credential })).json()).toMatchObject({
      code: 'challengeExpired',
    })
  })

  it('opens one session for one answer, even if it comes many times at once', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()
    const post = postFrom(test)
    const { token, options } = (await post('passkey-login/start', {})).json<Ceremony>()
    const answer = { token, credential: authenticator.get(options) }

    const replies = await Promise.all(Array.from({ length: 10 }, () => post('passkey-login', answer)))

    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })
})

describe('a passkey as the second factor', () => {
  it('is asked for by the passkeys of the account, and signs in', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()
    const asked = (await person.login()).json<{ secondFactor: { token: string; methods: string[] } }>()
    const { token, methods } = asked.secondFactor

    const { options } = (await person.post('second-factor/start', { token })).json<Ceremony>()
    const passed = await person.post('second-factor', { token, credential: authenticator.get(options) })

    expect(methods).toEqual(['passkey', 'recoveryCode'])
    expect(options).toMatchObject({ allowCredentials: [{ id: authenticator.id }], userVerification: 'required' })
    expect(passed.json()).toHaveProperty('accessToken')
  })

  it('is refused if it belongs to another user or answers no challenge', async () => {
    const [anna, boris] = [await createPerson(test), await createPerson(test)]
    await anna.addPasskey()
    const { authenticator: stranger } = await boris.addPasskey()
    const token = await anna.askedToken()

    const unasked = await anna.post('second-factor', { token, credential: stranger.get({ challenge: 'AAAA' }) })
    const { options } = (await anna.post('second-factor/start', { token })).json<Ceremony>()
    const passed = await anna.post('second-factor', { token, credential: stranger.get(options) })

    expect(unasked.json()).toMatchObject(refused)
    expect(passed.json()).toMatchObject(refused)
  })

  it('does not replace a sign-in without a password, and the other way round', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()
    const token = await person.askedToken()
    const { options } = (await person.post('second-factor/start', { token })).json<Ceremony>()
    const login = (await person.post('passkey-login/start', {})).json<Ceremony>()

    const one = await person.post('passkey-login', { token, credential: authenticator.get(options) })
    const other = await person.post('second-factor', {
      token: login.token,
      credential: authenticator.get(login.options),
    })

    expect([one.json(), other.json()]).toMatchObject([{ code: 'challengeExpired' }, { code: 'challengeExpired' }])
  })
})

describe('removing a passkey', () => {
  it('answers «not found» to another user and removes nothing', async () => {
    const [anna, boris] = [await createPerson(test), await createPerson(test)]
    const { authenticator } = await anna.addPasskey()

    const removed = await boris.settings(`passkeys/${authenticator.id}/remove`, { password: PASSWORD })

    expect(removed.statusCode).toBe(404)
    expect((await anna.factors()).passkeys).toHaveLength(1)
  })
})
