import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createPromo } from '#features/billing/index.ts'
import type { Mailbox } from '#test/mailbox.ts'
import { createPeopleApp, form, newEmail, type Pair, type People } from '#test/people.ts'
import { PASSWORD, type TestApp } from '#test/test-app.ts'

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

const post: People['post'] = (path, payload) => people.post(path, payload)
const login: People['login'] = (email, password) => people.login(email, password)
const confirmMail: People['confirmMail'] = (token) => people.confirmMail(token)
const registered: People['registered'] = () => people.registered()

function userOf(email: string) {
  return test.ctx.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

describe('registration', () => {
  it('creates the account when the mailed link is opened and signs its owner in [AUTH-7, AUTH-21]', async () => {
    const email = newEmail()
    expect(
      (await post('register', form(` ${email.toUpperCase()} `, { name: 'Анна', surname: 'Ковалёва' }))).statusCode,
    ).toBe(200)
    expect((await login(email)).json()).toMatchObject({ fields: { email: { code: 'auth.wrongLogin' } } })

    const confirmed = await confirmMail(await mails.tokenTo(email))

    const account = await test.as(confirmed.json<Pair>().accessToken).call({ url: '/api/account' })
    expect(account.json()).toMatchObject({
      user: { email, name: 'Анна', surname: 'Ковалёва', isSuperuser: false },
      events: [],
    })
    expect((await login(email)).statusCode).toBe(200)
    expect(await userOf(email)).toMatchObject({ utmData: '?utm_source=test' })
  })

  it('applies its promo code when the link is opened, and a bad code does no harm [AUTH-9]', async () => {
    await createPromo(test.ctx, { code: 'SPRING', minutes: 15, maxUses: null, expiresAt: null })

    const minutes = []
    for (const promoCode of ['spring ', 'NO-SUCH-CODE']) {
      const email = newEmail()
      await post('register', form(email, { promoCode }))
      const { accessToken } = (await confirmMail(await mails.tokenTo(email))).json<Pair>()
      const info = await test.as(accessToken).call({ url: '/api/account/info' })
      minutes.push(info.json<{ minutesExtraRemain: number }>().minutesExtraRemain)
    }

    expect(minutes).toEqual([45, 30])
  })

  it('grants 30 bonus minutes once, on top of the 30 of the free tariff [AUTH-20, SESS-11]', async () => {
    const { email, tokens } = await registered()
    await login(email)

    const { user } = (await test.as(tokens.accessToken).call({ url: '/api/account' })).json()
    const info = (await test.as(tokens.accessToken).call({ url: '/api/account/info' })).json()

    expect(user).toMatchObject({
      id: expect.any(String),
      name: 'Anna',
      surname: 'Kovaleva',
      email,
      isSuperuser: false,
      minutesRemain: 60,
      availableUploads: 10,
      canChangeTariff: true,
      tariff: {
        id: 1,
        name: 'Free',
        fileSize: 300,
        limitFileCount: 10,
        subscriptionStatus: 'active',
        period: 'month',
        meta: {},
        thesesGenerations: 5,
        isFree: true,
      },
    })
    expect(info).toMatchObject({ tariff: { minutesRemain: 30, minutesActual: 30 }, minutesExtraRemain: 30 })
  })

  it('knows the rights of a superuser and what a tariff includes [SESS-11]', async () => {
    const { id } = await test.createUser({ tariffId: 3 })
    await test.ctx.db.updateTable('users').set({ isSuperuser: true }).where('id', '=', id).execute()

    const { user } = (await (await test.signInAs(id)).call({ url: '/api/account' })).json()

    expect(user).toMatchObject({
      id,
      isSuperuser: true,
      availableUploads: null,
      tariff: {
        id: 3,
        name: 'PRO',
        fileSize: 2000,
        limitFileCount: null,
        meta: { unlimitTheses: true },
        isFree: false,
      },
    })
  })

  it('reports every invalid field with a code that the form knows', async () => {
    const { email } = await registered()
    const wrong = await post(
      'register',
      form('not-an-address', { name: '  ', password: 'short', privacyApprove: false }),
    )
    const passwords = ['Short-1', '12345678!', 'Abcdefgh!', 'abcdefg1!']

    const codes = await Promise.all(
      passwords.map(
        async (password) => (await post('register', form(newEmail(), { password }))).json().fields.password.code,
      ),
    )

    expect(wrong.json().fields).toMatchObject({
      name: { code: 'required' },
      email: { code: 'auth.emailWrongFormat' },
      password: { code: 'auth.passwordTooShort' },
      privacyApprove: { code: 'required' },
    })
    expect(codes).toEqual([
      'auth.passwordTooShort',
      'auth.passwordMustContainerLetters',
      'auth.passwordMustContainNumbers',
      'wrongFormat',
    ])
    expect((await post('register', form(email))).json().fields).toEqual({
      email: { code: 'auth.emailAlreadyTaken', message: expect.any(String) },
    })
  })

  it('records the accepted documents with version, time and address', async () => {
    const { email } = await registered()
    const { id } = await userOf(email)

    const consents = await test.ctx.db
      .selectFrom('consents')
      .selectAll()
      .where('userId', '=', id)
      .orderBy('document')
      .execute()

    expect(consents).toMatchObject([
      { document: 'offer', version: expect.stringMatching(/^\d{4}-/), address: '127.0.0.1' },
      { document: 'personalData', version: expect.stringMatching(/^\d{4}-/), address: '127.0.0.1' },
      { document: 'privacy', version: expect.stringMatching(/^\d{4}-/), address: '127.0.0.1' },
    ])
  })

  it('returns the specified errors for used, invalid and missing tokens and for an address that is taken by now [AUTH-8]', async () => {
    const email = newEmail()
    await post('register', form(email))
    await mails.tokenTo(email)
    await post('register', form(email))
    const second = await mails.tokenTo(email, 2)
    const [, older] = await mails.mailTo(email, 2)
    const first = /token=([\w-]+)/.exec(older?.text ?? '')?.[1]

    expect((await post('confirm-mail', { token: first })).statusCode).toBe(200)

    expect((await post('confirm-mail', { token: first })).json()).toMatchObject({ error: 'Token already used' })
    expect((await post('confirm-mail', { token: second })).json()).toMatchObject({ error: 'User already exists' })
    expect((await post('confirm-mail', { token: 'nonsense' })).json()).toMatchObject({ error: 'Wrong token' })
    expect((await post('confirm-mail', {})).json()).toMatchObject({ error: 'Wrong token' })
  })

  it('creates one account when the link is opened ten times concurrently', async () => {
    const email = newEmail()
    await post('register', form(email))
    const token = await mails.tokenTo(email)

    const replies = await Promise.all(Array.from({ length: 10 }, () => post('confirm-mail', { token })))

    expect(replies.filter((reply) => reply.statusCode === 200)).toHaveLength(1)
    const { id } = await userOf(email)
    const lots = await test.ctx.db
      .selectFrom('lots')
      .selectAll()
      .where('userId', '=', id)
      .where('kind', '=', 'bonus')
      .execute()
    expect(lots).toHaveLength(1)
  })

  it('mails the link again on demand, also after it has expired', async () => {
    const email = newEmail()
    await post('register', form(email, { name: 'Вера' }))
    const first = await mails.tokenTo(email)
    await test.ctx.db
      .updateTable('mailLinks')
      .set({ expiresAt: new Date(0) })
      .where('email', '=', email)
      .execute()

    const asked = await post('resend-confirmation', { email: ` ${email.toUpperCase()} ` })
    const second = await mails.tokenTo(email, 2)

    expect(asked.json()).toEqual({})
    expect((await post('confirm-mail', { token: first })).json()).toMatchObject({ error: 'Wrong token' })
    expect((await confirmMail(second)).statusCode).toBe(200)
    expect(await userOf(email)).toMatchObject({ name: 'Вера', isPasswordPending: false })
  })

  it('answers a request for the link alike, whether the address is unknown, registered or over the limit', async () => {
    const { email } = await registered()
    const waiting = newEmail()
    await post('register', form(waiting))

    const replies = []
    for (const address of [newEmail(), email, ...Array.from({ length: 5 }, () => waiting)])
      replies.push(await post('resend-confirmation', { email: address }))

    expect(new Set(replies.map(({ statusCode, body }) => `${statusCode} ${body}`))).toEqual(new Set(['200 {}']))
    await post('recover-password', { email })
    await mails.mailTo(email, 2)
    expect((await mails.mailTo(email)).map(({ subject }) => subject)).toEqual([
      'Восстановление пароля',
      'Подтверди почту',
    ])
  })

  it('sends a link that expires after a day', async () => {
    const email = newEmail()
    await post('register', form(email))
    const token = await mails.tokenTo(email)
    const before = test.clock.now

    test.clock.now = new Date(before.getTime() + 24 * 3600_000 + 1000)
    const late = await post('confirm-mail', { token })
    test.clock.now = before

    expect(late.json()).toMatchObject({ error: 'Wrong token' })
  })

  it('never stores the token of a link', async () => {
    const email = newEmail()
    await post('register', form(email))
    const token = await mails.tokenTo(email)

    const { rows } = await sqlText(
      `select (select json_agg(l) from mail_links l)::text || (select json_agg(j.data) from pgboss.job j)::text as all`,
    )

    expect(JSON.stringify(rows)).not.toContain(token)
  })
})

async function sqlText(text: string) {
  const { CompiledQuery } = await import('kysely')
  return test.ctx.db.executeQuery(CompiledQuery.raw(text))
}

describe('password recovery', () => {
  it('gives the same reply for known and unknown addresses [AUTH-10]', async () => {
    const { email } = await registered()

    const replies = [await post('recover-password', { email }), await post('recover-password', { email: newEmail() })]

    expect(replies.map((reply) => [reply.statusCode, reply.body])).toEqual([
      [200, '{}'],
      [200, '{}'],
    ])
    expect((await mails.mailTo(email, 2))[0]?.subject).toBe('Восстановление пароля')
  })

  it('sets a new password, ends every session and sends a notice [AUTH-11]', async () => {
    const { email, tokens } = await registered()
    await post('recover-password', { email: email.toUpperCase() })
    const token = await mails.tokenTo(email, 2)

    const reply = await post('recover-password-confirm', { token, newPassword: 'Another-pass-2' })

    expect(reply.statusCode).toBe(200)
    expect((await post('update-token', { refreshToken: tokens.refreshToken })).statusCode).toBe(403)
    expect((await login(email)).statusCode).toBe(400)
    expect((await login(email, 'Another-pass-2')).statusCode).toBe(200)
    expect((await mails.mailTo(email, 3))[0]?.subject).toBe('Пароль изменён')
  })

  it('refuses used and invalid links and weak passwords with the specified errors [AUTH-12]', async () => {
    const { email } = await registered()
    await post('recover-password', { email })
    const token = await mails.tokenTo(email, 2)

    const weak = await post('recover-password-confirm', { token, newPassword: 'short1' })
    await post('recover-password-confirm', { token, newPassword: 'Another-pass-2' })
    const used = await post('recover-password-confirm', { token, newPassword: 'Another-pass-3' })
    const wrong = await post('recover-password-confirm', { token: 'nonsense', newPassword: 'Another-pass-3' })

    expect(weak.json()).toMatchObject({ fields: { newPassword: { code: 'auth.passwordTooShort' } } })
    expect(used.json()).toMatchObject({ error: 'Token already used' })
    expect(wrong.json()).toMatchObject({ error: 'Token is not valid' })
  })

  it('cancels links that an intruder requested earlier', async () => {
    const { email, tokens } = await registered()
    const intruder = test.as(tokens.accessToken)
    const theirs = newEmail()
    await intruder.call({
      method: 'POST',
      url: '/api/account/edit-email',
      payload: { email: theirs, password: PASSWORD },
    })
    const trap = await mails.tokenTo(theirs)
    await post('recover-password', { email })
    const token = await mails.tokenTo(email, 3)

    await post('recover-password-confirm', { token, newPassword: 'Another-pass-2' })

    expect((await post('edit-email-confirm', { token: trap })).json()).toMatchObject({ error: 'Token is not valid' })
  })

  it('refuses a link with another purpose', async () => {
    const email = newEmail()
    await post('register', form(email))
    const token = await mails.tokenTo(email)

    const reply = await post('recover-password-confirm', { token, newPassword: 'Another-pass-2' })

    expect(reply.json()).toMatchObject({ error: 'Token is not valid' })
  })
})

describe('an account', () => {
  it('updates its name immediately', async () => {
    const { tokens } = await registered()
    const owner = test.as(tokens.accessToken)

    const reply = await owner.call({
      method: 'POST',
      url: '/api/account',
      payload: { name: ' Мария ', surname: 'Кюри' },
    })

    expect(reply.json()).toMatchObject({ user: { name: 'Мария', surname: 'Кюри' } })
    expect((await owner.call({ method: 'POST', url: '/api/account', payload: { name: ' ' } })).json()).toMatchObject({
      fields: { name: { code: 'required' } },
    })
  })

  it('changes its e-mail by a link to the new address and notifies the old one [AUTH-13, ACC-3]', async () => {
    const { email, tokens } = await registered()
    const next = newEmail()
    const owner = test.as(tokens.accessToken)

    await owner.call({ method: 'POST', url: '/api/account/edit-email', payload: { email: next, password: PASSWORD } })
    const token = await mails.tokenTo(next)
    expect((await owner.call({ url: '/api/account' })).json()).toMatchObject({ user: { email } })
    const reply = await post('edit-email-confirm', { token })

    expect(reply.statusCode).toBe(200)
    expect((await owner.call({ url: '/api/account' })).json()).toMatchObject({ user: { email: next } })
    expect((await login(next)).statusCode).toBe(200)
    expect((await mails.mailTo(email, 2))[0]?.text).not.toContain(next)
    expect((await post('edit-email-confirm', { token })).json()).toMatchObject({ error: 'Token already used' })
    expect((await post('edit-email-confirm', { token: 'x' })).json()).toMatchObject({ error: 'Token is not valid' })
  })

  it('gets an address by confirming it first, not by requesting it last', async () => {
    const [one, other] = [await registered(), await registered()]
    const wanted = newEmail()
    const ask = (pair: Pair) =>
      test
        .as(pair.accessToken)
        .call({ method: 'POST', url: '/api/account/edit-email', payload: { email: wanted, password: PASSWORD } })
    await ask(one.tokens)
    const first = await mails.tokenTo(wanted)
    await ask(other.tokens)
    const second = await mails.tokenTo(wanted, 2)

    expect((await post('edit-email-confirm', { token: first })).statusCode).toBe(200)
    expect((await post('edit-email-confirm', { token: second })).json()).toMatchObject({ error: 'User already exists' })
  })

  it('cannot take the e-mail of another account', async () => {
    const [{ tokens }, other] = [await registered(), await registered()]

    const reply = await test
      .as(tokens.accessToken)
      .call({ method: 'POST', url: '/api/account/edit-email', payload: { email: other.email, password: PASSWORD } })

    expect(reply.json()).toMatchObject({ fields: { email: { code: 'auth.emailAlreadyTaken' } } })
  })

  it('changes its password by a link to its own address and ends only the other sessions [AUTH-13, ACC-3]', async () => {
    const { email, tokens } = await registered()
    const elsewhere = (await login(email)).json<Pair>()
    const owner = test.as(tokens.accessToken)

    await owner.call({ method: 'POST', url: '/api/account/edit-password', payload: { password: 'Brand-new-3' } })
    const token = await mails.tokenTo(email, 2)
    expect((await login(email, 'Brand-new-3')).statusCode).toBe(400)
    expect((await post('edit-password-confirm', { token })).statusCode).toBe(200)

    expect((await login(email, 'Brand-new-3')).statusCode).toBe(200)
    expect((await post('update-token', { refreshToken: elsewhere.refreshToken })).statusCode).toBe(403)
    expect((await post('update-token', { refreshToken: tokens.refreshToken })).statusCode).toBe(200)
    expect((await post('edit-password-confirm', { token })).json()).toMatchObject({ error: 'Token already used' })
    expect((await post('edit-password-confirm', {})).json()).toMatchObject({ error: 'Token is not valid' })
  })

  it('has an audit history without e-mails', async () => {
    const { email } = await registered()
    await login(email, 'Wrong-pass-1')
    await login(email)
    const { id } = await userOf(email)

    const events = await test.ctx.db
      .selectFrom('auditEvents')
      .selectAll()
      .where('userId', '=', id)
      .orderBy('id')
      .execute()

    expect(events).toMatchObject([
      { kind: 'registered', address: '127.0.0.1' },
      { kind: 'login', address: '127.0.0.1', details: { by: 'registration' } },
      { kind: 'loginFailed', address: '127.0.0.1' },
      { kind: 'login', address: '127.0.0.1', details: { by: 'password' } },
    ])
    expect(JSON.stringify(events)).not.toContain(email)
  })

  it('has an audit history of its changes and sign-outs, with addresses', async () => {
    const { email, tokens } = await registered()
    const { id } = await userOf(email)
    const owner = test.as(tokens.accessToken)
    await owner.call({ method: 'POST', url: '/api/account/edit-password', payload: { password: 'Brand-new-3' } })
    await post('edit-password-confirm', { token: await mails.tokenTo(email, 2) })
    const next = newEmail()
    await owner.call({
      method: 'POST',
      url: '/api/account/edit-email',
      payload: { email: next, password: 'Brand-new-3' },
    })
    await post('edit-email-confirm', { token: await mails.tokenTo(next) })
    await post('logout', { refreshToken: tokens.refreshToken })

    const events = await test.ctx.db
      .selectFrom('auditEvents')
      .select(['kind', 'address'])
      .where('userId', '=', id)
      .orderBy('id')
      .execute()

    expect(events.slice(2)).toEqual([
      { kind: 'passwordChanged', address: '127.0.0.1' },
      { kind: 'emailChanged', address: '127.0.0.1' },
      { kind: 'logout', address: '127.0.0.1' },
    ])
  })
})
