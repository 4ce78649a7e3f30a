import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { readMails, startMailServer, type MailServer } from '#test/mailbox.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createPerson, postFrom, settingsOf, wrongCode } from '#test/second-factors.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

import { removeAllFactors } from './factors.ts'
import { forgetOldChallenges } from './repo.ts'

let mails: MailServer
let test: TestApp

beforeAll(async () => {
  mails = await startMailServer()
  const smtpUrl = `smtp://127.0.0.1:${mails.smtpPort}`
  test = await createTestApp({ mail: { smtpUrl, from: 'no-reply@doslovno.example', isTlsRequired: false } })
  test.clock.now = new Date()
})
afterAll(async () => {
  await test.close()
  await mails.close()
})

const auditOf = (userId: string) =>
  test.ctx.db.selectFrom('auditEvents').select(['kind', 'details']).where('userId', '=', userId).orderBy('id').execute()

describe('an authenticator app', () => {
  it('takes effect at its first code, and comes with ten recovery codes', async () => {
    const person = await createPerson(test)
    const started = await person.settings('second-factors/totp', { password: PASSWORD })
    const { secret } = started.json<{ secret: string }>()

    expect((await person.login()).json()).toHaveProperty('accessToken')
    const wrong = await person.settings('second-factors/totp/confirm', { code: wrongCode(secret, test.clock.now) })
    expect(wrong.json()).toMatchObject({ code: 'wrongCode' })
    const app = await person.addApp()

    expect(new Set(app.recoveryCodes).size).toBe(10)
    for (const code of app.recoveryCodes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{5}-[0-9a-hjkmnp-tv-z]{5}$/)
    expect(await person.factors()).toEqual({ isTotpOn: true, recoveryCodesLeft: 10, passkeys: [], hasPassword: true })
    expect((await person.login()).json()).toEqual({
      needToPrivacyApprove: false,
      isRegistration: false,
      secondFactor: { token: expect.any(String), methods: ['totp', 'recoveryCode'] },
    })
  })

  it('signs in with the password and its code, and the history tells how', async () => {
    const person = await createPerson(test)
    const app = await person.addApp()

    const passed = await person.post('second-factor', { token: await person.askedToken(), code: app.freshCode() })

    expect(passed.json()).toMatchObject({ needToPrivacyApprove: false, isRegistration: false })
    const { accessToken } = passed.json<{ accessToken: string }>()
    expect((await test.as(accessToken).call({ url: '/api/account' })).statusCode).toBe(200)
    expect((await auditOf(person.id)).at(-1)).toEqual({
      kind: 'login',
      details: { by: 'password', secondFactor: 'totp' },
    })
  })

  it('keeps its secret encrypted, and its recovery codes as hashes', async () => {
    const person = await createPerson(test)
    const { secret, recoveryCodes } = await person.addApp()

    const { sealed } = await test.ctx.db
      .selectFrom('totpSecrets')
      .select('sealed')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow()
    const hashes = await test.ctx.db
      .selectFrom('recoveryCodes')
      .select('hash')
      .where('userId', '=', person.id)
      .execute()

    expect(sealed.toString('latin1')).not.toContain(secret)
    expect(test.ctx.secrets.open(sealed, `totp ${person.id}`)).toBe(secret)
    expect(hashes).toHaveLength(10)
    for (const { hash } of hashes) expect(hash).toHaveLength(32)
    expect(hashes.map(({ hash }) => hash.toString('latin1')).join()).not.toContain(recoveryCodes[0])
  })

  it('is one per account: a second one is refused and the first keeps working', async () => {
    const person = await createPerson(test)
    const app = await person.addApp()

    const again = await person.settings('second-factors/totp', { password: PASSWORD })

    expect(again.json()).toMatchObject({ code: 'secondFactorLimit' })
    const passed = await person.post('second-factor', { token: await person.askedToken(), code: app.freshCode() })
    expect(passed.statusCode).toBe(200)
  })

  it('has to be confirmed within ten minutes', async () => {
    const person = await createPerson(test)
    await person.settings('second-factors/totp', { password: PASSWORD })

    test.clock.now = new Date(test.clock.now.getTime() + 11 * 60_000)
    const late = await person.settings('second-factors/totp/confirm', { code: '000000' })

    expect(late.json()).toMatchObject({ code: 'challengeExpired' })
  })

  it('leaves no recovery code and no question behind when it is removed', async () => {
    const person = await createPerson(test)
    const { recoveryCodes } = await person.addApp()

    const removed = await person.settings('second-factors/totp/remove', { code: recoveryCodes[0] })

    expect(removed.statusCode).toBe(200)
    expect(await person.factors()).toMatchObject({ isTotpOn: false, recoveryCodesLeft: 0 })
    expect((await person.login()).json()).toHaveProperty('accessToken')
    expect((await person.settings('second-factors/totp/remove', { password: PASSWORD })).statusCode).toBe(404)
  })
})

describe('a recovery code', () => {
  it('signs in once, typed with or without its dash, in any case', async () => {
    const person = await createPerson(test)
    const { recoveryCodes } = await person.addApp()
    const [first = '', second = ''] = recoveryCodes
    const pass = async (code: string) => person.post('second-factor', { token: await person.askedToken(), code })

    expect((await pass(first)).statusCode).toBe(200)
    expect((await pass(first)).json()).toMatchObject({ code: 'wrongCode' })
    expect((await pass(` ${second.replace('-', ' ').toUpperCase()} `)).statusCode).toBe(200)

    expect(await person.factors()).toMatchObject({ recoveryCodesLeft: 8 })
  })

  it('does not work for another account', async () => {
    const [anna, boris] = [await createPerson(test), await createPerson(test)]
    await anna.addApp()
    const { recoveryCodes } = await boris.addApp()

    const passed = await anna.post('second-factor', { token: await anna.askedToken(), code: recoveryCodes[0] })

    expect(passed.json()).toMatchObject({ code: 'wrongCode' })
  })

  it('stops working when new codes are made', async () => {
    const person = await createPerson(test)
    const { recoveryCodes: before } = await person.addApp()

    const renewed = await person.settings('second-factors/recovery-codes', { password: PASSWORD })
    const { recoveryCodes: after } = renewed.json<{ recoveryCodes: string[] }>()
    const pass = async (code = '') => person.post('second-factor', { token: await person.askedToken(), code })

    expect(after).toHaveLength(10)
    expect((await pass(before[0])).statusCode).toBe(400)
    expect((await pass(after[0])).statusCode).toBe(200)
  })

  it('cannot be made without a second factor', async () => {
    const person = await createPerson(test)

    const renewed = await person.settings('second-factors/recovery-codes', { password: PASSWORD })

    expect(renewed.statusCode).toBe(404)
  })
})

describe('a change of the protection', () => {
  const changes = [
    'second-factors/totp',
    'second-factors/totp/remove',
    'second-factors/recovery-codes',
    'passkeys/start',
    'passkeys/x/remove',
  ]

  it.each(changes)('%s needs the password or a code', async (path) => {
    const person = await createPerson(test)
    const { secret } = await person.addApp()

    const replies = [
      await person.settings(path),
      await person.settings(path, { password: 'Wrong-pass-1' }),
      await person.settings(path, { code: wrongCode(secret, test.clock.now) }),
      await postFrom(test)(path, { password: PASSWORD }),
    ]

    expect(replies.map((reply) => reply.json<{ code: string }>().code)).toEqual([
      'proofNeeded',
      'invalidRequest',
      'wrongCode',
      'needAuthorization',
    ])
    expect(replies[1]?.json()).toMatchObject({ fields: { password: { code: 'auth.wrongPassword' } } })
  })

  it('needs a sign-in of the last ten minutes if the account has no password', async () => {
    const person = await createPerson(test)
    await test.ctx.db.updateTable('users').set({ passwordHash: null }).where('id', '=', person.id).execute()

    expect((await person.settings('second-factors/totp')).statusCode).toBe(200)
    expect((await person.settings('second-factors/totp', { password: '' })).statusCode).toBe(400)
    test.clock.now = new Date(test.clock.now.getTime() + 11 * 60_000)

    expect((await person.settings('second-factors/totp')).json()).toMatchObject({ code: 'proofNeeded' })
  })

  it('is refused to a session that was ended a moment ago', async () => {
    const person = await createPerson(test)
    const elsewhere = await test.signInAs(person.id)
    await person.settings('second-factors/totp', { password: PASSWORD }) // the session is known to be live
    await settingsOf(elsewhere, 'sessions/end-others')

    const replies = [
      await person.settings('second-factors/totp', { password: PASSWORD }),
      await person.settings('second-factors/totp/confirm', { code: '000000' }),
      await person.settings('passkeys/start', { password: PASSWORD }),
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  })

  it('is mailed to the owner and added to the history', async () => {
    const person = await createPerson(test)
    const { recoveryCodes } = await person.addApp()
    await person.settings('second-factors/recovery-codes', { code: recoveryCodes[0] })
    await person.addPasskey()
    const [passkey] = (await person.factors()).passkeys
    await person.settings(`passkeys/${passkey?.id}/remove`, { password: PASSWORD })
    await person.settings('second-factors/totp/remove', { password: PASSWORD })

    await runJobs(test, 'second-factors')

    const subjects = (await readMails(mails.pagePort, person.email)).map(({ subject }) => subject)
    expect(subjects.toSorted()).toEqual([
      'Добавлен ключ доступа',
      'Использован код восстановления',
      'Ключ доступа удалён',
      'Новые коды восстановления',
      'Приложение для входа отключено',
      'Приложение для входа подключено',
    ])
    expect((await auditOf(person.id)).map(({ kind }) => kind)).toEqual([
      'login',
      'totpAdded',
      'recoveryCodesRenewed',
      'passkeyAdded',
      'passkeyRemoved',
      'totpRemoved',
    ])
  })
})

describe('an operator', () => {
  const operator = { by: 'olga', reason: 'showed a passport' }

  it('removes everything for an owner who has lost it, and the owner gets a mail', async () => {
    const person = await createPerson(test)
    await person.addApp()
    await person.addPasskey()

    expect(await removeAllFactors(test.ctx, person.id, operator)).toBe(true)

    expect(await person.factors()).toMatchObject({ isTotpOn: false, recoveryCodesLeft: 0, passkeys: [] })
    expect((await person.login()).json()).toHaveProperty('accessToken')
    expect(await auditOf(person.id)).toContainEqual({ kind: 'secondFactorsRemoved', details: operator })
    await runJobs(test, 'second-factors')
    const subjects = (await readMails(mails.pagePort, person.email)).map(({ subject }) => subject)
    expect(subjects).toContain('Двухфакторная защита снята')
    expect(await removeAllFactors(test.ctx, person.id, operator)).toBe(false)
  })
})

describe('what is over', () => {
  it('is forgotten: expired sign-ins, and secrets that nobody confirmed', async () => {
    const person = await createPerson(test)
    const other = await createPerson(test)
    await person.addApp()
    await person.askedToken()
    await other.settings('second-factors/totp', { password: PASSWORD })
    const tomorrow = new Date(test.clock.now.getTime() + 25 * 3_600_000)

    await forgetOldChallenges(test.ctx.db, tomorrow)

    const left = await test.ctx.db.selectFrom('signInChallenges').select('hash').execute()
    const secrets = await test.ctx.db
      .selectFrom('totpSecrets')
      .select('userId')
      .where('userId', 'in', [person.id, other.id])
      .execute()
    expect(left).toEqual([])
    expect(secrets).toEqual([{ userId: person.id }])
  })
})
