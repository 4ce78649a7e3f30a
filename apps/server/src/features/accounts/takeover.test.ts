import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hashToken } from '#platform/tokens.ts'
import type { Mailbox } from '#test/mailbox.ts'
import { createPeopleApp, form, newEmail, type Pair, type People } from '#test/people.ts'
import { type Caller, PASSWORD, type TestApp } from '#test/test-app.ts'

let test: TestApp
let mails: Mailbox
let people: People

beforeAll(async () => {
  ;({ test, mails, people } = await createPeopleApp())
})
afterAll(async () => {
  await mails.close()
  await test.close()
})

describe('a well-known password', () => {
  const refused = { code: 'auth.passwordBreached' }

  it('is refused at registration, recovery and change', async () => {
    const { email, tokens } = await people.registered()
    await people.post('recover-password', { email })
    const token = await mails.tokenTo(email, 2)
    const owner = test.as(tokens.accessToken)

    const registration = await people.post('register', form(newEmail(), { password: 'Password1!' }))
    const recovery = await people.post('recover-password-confirm', { token, newPassword: 'qwerty123' })
    const change = await owner.call({
      method: 'POST',
      url: '/api/account/edit-password',
      payload: { password: 'Qwerty123' },
    })

    expect(registration.json()).toMatchObject({ fields: { password: refused } })
    expect(recovery.json()).toMatchObject({ fields: { newPassword: refused } })
    expect(change.json()).toMatchObject({ fields: { password: refused } })
  })
})

describe('a registration confirmed in another browser', () => {
  async function confirmedElsewhere(registration: object = {}) {
    const email = newEmail()
    await people.post('register', form(email, registration))
    const token = await mails.tokenTo(email)
    const reply = await people.post('confirm-mail', { token, browserSecret: 'c'.repeat(43) })
    expect(reply.statusCode).toBe(200)
    return { email, owner: test.as(reply.json<Pair>().accessToken) }
  }
  const isPending = async (owner: Caller) =>
    (await owner.call({ url: '/api/account' })).json<{ user: { isPasswordPending: boolean } }>().user.isPasswordPending
  const answer = (owner: Caller, payload: object = {}) =>
    owner.call({ method: 'POST', url: '/api/account/registration-password', payload })

  it('signs its owner in, but nobody by the password until the owner answers [AUTH-7]', async () => {
    const { email, owner } = await confirmedElsewhere()

    expect(await isPending(owner)).toBe(true)
    expect((await people.login(email)).json()).toMatchObject({ code: 'wrongLogin' })
    expect((await answer(owner)).statusCode).toBe(200)

    expect(await isPending(owner)).toBe(false)
    expect((await people.login(email)).statusCode).toBe(200)
    expect((await answer(owner)).statusCode).toBe(404)
  })

  it('lets the owner replace the password of a stranger', async () => {
    const { email, owner } = await confirmedElsewhere({ password: 'Strangers-1' })

    expect((await answer(owner, { newPassword: 'weak' })).json()).toMatchObject({
      fields: { newPassword: { code: 'auth.passwordTooShort' } },
    })
    expect((await answer(owner, { newPassword: PASSWORD })).statusCode).toBe(200)

    expect((await people.login(email, 'Strangers-1')).statusCode).toBe(400)
    expect((await people.login(email)).statusCode).toBe(200)
  })

  it('is not trusted either if the registering browser sent no secret', async () => {
    const { owner } = await confirmedElsewhere({ browserSecret: undefined })

    expect(await isPending(owner)).toBe(true)
  })

  it('is answered by a recovery too', async () => {
    const { email } = await confirmedElsewhere({ password: 'Strangers-1' })
    await people.post('recover-password', { email })

    await people.post('recover-password-confirm', { token: await mails.tokenTo(email, 2), newPassword: PASSWORD })

    expect((await people.login(email)).statusCode).toBe(200)
  })
})

describe('a new password', () => {
  /** An account with an API key and a token of the first version, and ways to use both. */
  async function withPrograms() {
    const { email, tokens } = await people.registered()
    const owner = test.as(tokens.accessToken)
    const { id } = (await owner.call({ url: '/api/account' })).json<{ user: { id: string } }>().user
    const key = { method: 'POST', url: '/api/account/generate-api-key', payload: { scopes: ['read'] } } as const
    const { apiKey } = (await owner.call(key)).json<{ apiKey: string }>()
    const token = `SHPT-${id}`
    await test.ctx.db
      .insertInto('legacyTokens')
      .values({ hash: hashToken(token), userId: id, usedAt: null })
      .execute()
    const uses = async () => [
      (await test.as(apiKey).call({ url: '/api/scripts' })).statusCode,
      (await people.post('upgrade-legacy-token', { accessToken: token })).statusCode,
    ]
    return { email, owner, uses }
  }
  const keyOf = async (owner: Caller) =>
    (await owner.call({ url: '/api/account/api-key' })).json<{ key: { apiKey: string; scopes: string[] } }>().key

  it('replaces the API key and ends tokens of the first version after a recovery [ACC-8]', async () => {
    const { email, uses } = await withPrograms()
    await people.post('recover-password', { email })
    const token = await people.linkToken(email, 'recover-password-confirm')

    await people.post('recover-password-confirm', { token, newPassword: 'Owners-new-1' })

    expect(await uses()).toEqual([403, 403])
    const { accessToken } = (await people.login(email, 'Owners-new-1')).json<Pair>()
    const { apiKey, scopes } = await keyOf(test.as(accessToken))
    expect(scopes).toEqual(['read'])
    expect((await test.as(apiKey).call({ url: '/api/scripts' })).statusCode).toBe(200)
  })

  it('does the same after a change in the account [ACC-8]', async () => {
    const { email, owner, uses } = await withPrograms()
    const payload = { password: 'Owners-new-1' }
    await owner.call({ method: 'POST', url: '/api/account/edit-password', payload })
    const token = await people.linkToken(email, 'change-password-confirm')

    await people.post('edit-password-confirm', { token })

    expect(await uses()).toEqual([403, 403])
    expect((await keyOf(owner)).scopes).toEqual(['read'])
  })
})

describe('a change of e-mail', () => {
  it('is reverted by the owner after a theft of the token, with the password the thief has set', async () => {
    const { email, tokens } = await people.registered()
    const theirs = await people.changeEmail(tokens.accessToken)
    await people.post('recover-password', { email: theirs })
    await people.post('recover-password-confirm', {
      token: await mails.tokenTo(theirs, 2),
      newPassword: 'Thiefs-pass-1',
    })
    const thief = (await people.login(theirs, 'Thiefs-pass-1')).json<Pair>()
    const token = await people.revertToken(email)

    expect((await people.post('revert-email', { token })).statusCode).toBe(200)

    expect((await people.login(email)).statusCode).toBe(200)
    expect((await people.login(theirs, 'Thiefs-pass-1')).statusCode).toBe(400)
    expect((await people.login(email, 'Thiefs-pass-1')).statusCode).toBe(400)
    expect((await people.post('update-token', { refreshToken: thief.refreshToken })).statusCode).toBe(403)
    expect((await people.post('revert-email', { token })).json()).toMatchObject({ error: 'Token already used' })
    expect((await people.post('revert-email', {})).json()).toMatchObject({ error: 'Token is not valid' })
  })

  it('is reverted together with the API key that the thief has made [ACC-8]', async () => {
    const { email, tokens } = await people.registered()
    const thief = test.as(tokens.accessToken)
    await people.changeEmail(tokens.accessToken)
    const made = await thief.call({ method: 'POST', url: '/api/account/generate-api-key', payload: {} })
    const program = test.as(made.json<{ apiKey: string }>().apiKey)
    expect((await program.call({ url: '/api/scripts' })).statusCode).toBe(200)

    await people.post('revert-email', { token: await people.revertToken(email) })

    expect((await program.call({ url: '/api/scripts' })).statusCode).toBe(403)
  })

  it('is reverted without accepting a registration password that the owner never accepted', async () => {
    const email = newEmail()
    await people.post('register', form(email))
    const { accessToken } = (await people.post('confirm-mail', { token: await mails.tokenTo(email) })).json<Pair>()
    await people.changeEmail(accessToken)
    const payload = { newPassword: 'Owners-pass-1' }
    const answer = { method: 'POST', url: '/api/account/registration-password', payload } as const
    expect((await test.as(accessToken).call(answer)).statusCode).toBe(200)

    expect((await people.post('revert-email', { token: await people.revertToken(email) })).statusCode).toBe(200)

    expect((await people.login(email)).statusCode).toBe(400)
  })

  it('can be reverted for 72 hours', async () => {
    const { email, tokens } = await people.registered()
    await people.changeEmail(tokens.accessToken)
    const token = await people.revertToken(email)
    const before = test.clock.now

    test.clock.now = new Date(before.getTime() + 72 * 3600_000 + 60_000)
    const late = await people.post('revert-email', { token })
    test.clock.now = new Date(before.getTime() + 71 * 3600_000)
    const inTime = await people.post('revert-email', { token })
    test.clock.now = before

    expect(late.json()).toMatchObject({ error: 'Token is not valid' })
    expect(inTime.statusCode).toBe(200)
  })

  it('twice in a row is reverted to the first address, and the second link dies', async () => {
    const { email, tokens } = await people.registered()
    const second = await people.changeEmail(tokens.accessToken)
    await people.changeEmail(tokens.accessToken)
    const [first, later] = [await people.revertToken(email), await people.revertToken(second)]

    expect((await people.post('revert-email', { token: first })).statusCode).toBe(200)

    expect((await people.login(email)).statusCode).toBe(200)
    expect((await people.post('revert-email', { token: later })).json()).toMatchObject({ error: 'Token is not valid' })
  })

  it('or of the password cancels other pending links', async () => {
    const { email, tokens } = await people.registered()
    const owner = test.as(tokens.accessToken)
    await people.post('recover-password', { email })
    const recovery = await mails.tokenTo(email, 2)
    await people.changeEmail(tokens.accessToken)
    const other = await people.registered()
    const trap = newEmail()
    await test.as(other.tokens.accessToken).call({
      method: 'POST',
      url: '/api/account/edit-email',
      payload: { email: trap, password: PASSWORD },
    })
    const trapToken = await mails.tokenTo(trap)
    await test.as(other.tokens.accessToken).call({
      method: 'POST',
      url: '/api/account/edit-password',
      payload: { password: 'Brand-new-3' },
    })
    const passwordToken = /change-password-confirm\?token=([\w-]+)/.exec(
      (await mails.mailTo(other.email, 3)).map(({ text }) => text).join(),
    )?.[1]
    await people.post('edit-password-confirm', { token: passwordToken })

    expect((await owner.call({ url: '/api/account' })).statusCode).toBe(200)
    expect(
      (await people.post('recover-password-confirm', { token: recovery, newPassword: PASSWORD })).json(),
    ).toMatchObject({
      error: 'Token is not valid',
    })
    expect((await people.post('edit-email-confirm', { token: trapToken })).json()).toMatchObject({
      error: 'Token is not valid',
    })
  })
})
