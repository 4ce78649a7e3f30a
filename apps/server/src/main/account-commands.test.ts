import type { AddressInfo } from 'node:net'

import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { exportAudit } from '#features/operations/index.ts'
import { scriptById } from '#features/scripts/index.ts'
import { exportOf } from '#features/users/index.ts'
import type { Mailbox } from '#test/mailbox.ts'
import { createPeopleApp, newEmail, type Pair, type People } from '#test/people.ts'
import { addScript } from '#test/recordings/library.ts'
import { runCommand } from '#test/run-command.ts'
import { createPerson, passkeyLogin } from '#test/second-factors.ts'
import { addTalk, recognise } from '#test/summaries.ts'
import { PASSWORD, type TestApp } from '#test/test-app.ts'

import { main } from './admin.ts'

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

const reason = ['--reason', 'ticket 12']

function admin(args: readonly string[], stdin = '') {
  const env = { ...process.env, DATABASE_URL: test.config.databaseUrl, MODELS_DIR: '-', USER: 'olga' }
  return runCommand(main, [...args, ...reason], env, stdin)
}

async function answerOf<T>(args: readonly string[], stdin?: string): Promise<T> {
  const { status, stdout, stderr } = await admin([...args, '--json'], stdin)
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as T
}

const disable = (email: string, ...options: string[]) => answerOf<object>(['users', 'disable', email, ...options])
const enable = (email: string) => answerOf<object>(['users', 'enable', email])

const eventsOf = (userId: string) =>
  test.ctx.db.selectFrom('auditEvents').select(['kind', 'details']).where('userId', '=', userId).orderBy('id').execute()

const byOlga = { by: 'olga', reason: 'ticket 12' }

type Created = { id: string; email: string; password: string }

describe('users create', () => {
  it('prints a new password once, with which the person signs in; the history has no password', async () => {
    const email = newEmail()

    const created = await answerOf<Created>(['users', 'create', ` ${email.toUpperCase()}`, '--name', 'Анна'])

    expect(created).toEqual({ id: expect.any(String), email, password: expect.stringMatching(/^[\w-]{23}$/) })
    const { accessToken } = (await people.login(email, created.password)).json<Pair>()
    const account = await test.as(accessToken).call({ url: '/api/account' })
    expect(account.json()).toMatchObject({ user: { email, name: 'Анна', tariff: { isFree: true }, minutesRemain: 60 } })
    expect((await eventsOf(created.id))[0]).toEqual({ kind: 'registered', details: byOlga })
    expect(JSON.stringify(await eventsOf(created.id))).not.toContain(created.password)
  })

  it('takes the password of standard input, by the rules of the product, and never prints it', async () => {
    const args = ['users', 'create', newEmail(), '--name', 'Анна', '--password-stdin']

    const weak = await admin(args, 'short1\n')
    const created = await admin(args, `${PASSWORD}\n`)

    expect(weak).toMatchObject({ status: 1, stderr: 'refused: Invalid request\npassword: auth.passwordTooShort\n' })
    expect(created).toMatchObject({ status: 0, stdout: expect.not.stringContaining(PASSWORD) })
    expect((await people.login(args[2] ?? '')).statusCode).toBe(200)
  })

  it('works while registration is switched off, and refuses a taken or a wrong address', async () => {
    const { email } = await test.createUser()
    await answerOf(['switches', 'set', 'registration', 'off'])

    const replies = await Promise.all(
      [email, 'nobody', newEmail()].map((address) => admin(['users', 'create', address, '--name', 'Анна'])),
    )
    await answerOf(['switches', 'set', 'registration', 'on'])

    expect(replies.map(({ status, stderr }) => [status, stderr])).toEqual([
      [1, 'refused: User already exists\n'],
      [1, 'refused: Invalid request\nemail: auth.emailWrongFormat\n'],
      [0, ''],
    ])
  })
})

describe('users invite', () => {
  it('mails a link by which the person sets the first password', async () => {
    const email = newEmail()
    const { id } = await answerOf<Created>(['users', 'invite', email, '--name', 'Анна'])
    const [mail] = await mails.mailTo(email)

    const reply = await people.post('recover-password-confirm', {
      token: await mails.tokenTo(email),
      newPassword: 'Another-pass-2',
    })

    expect(mail).toMatchObject({ subject: 'Тебя ждут в «Дословно»' })
    expect(mail?.text).toContain('/auth/recover-password-confirm?token=')
    expect(reply.statusCode).toBe(200)
    expect((await people.login(email, 'Another-pass-2')).statusCode).toBe(200)
    expect((await eventsOf(id)).slice(0, 3)).toEqual([
      { kind: 'registered', details: byOlga },
      { kind: 'invited', details: byOlga },
      { kind: 'passwordChanged', details: { by: 'invitation' } },
    ])
    expect(await mails.mailTo(email)).toHaveLength(1)
  })

  it('signs nobody in before the password is set, and its link works for a week', async () => {
    const email = newEmail()
    const { id } = await answerOf<Created>(['users', 'invite', email, '--name', 'Анна'])

    const link = await test.ctx.db
      .selectFrom('mailLinks')
      .select(['createdAt', 'expiresAt'])
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()

    expect((await people.login(email)).json()).toMatchObject({ code: 'wrongLogin' })
    expect(link.expiresAt.getTime() - link.createdAt.getTime()).toBe(7 * 24 * 3_600_000)
  })

  it('mails another link while there is no password; the earlier one ends', async () => {
    const [email, newPassword] = [newEmail(), 'Another-pass-2']
    const invite = () => admin(['users', 'invite', email, '--name', 'Анна'])
    await invite()
    const first = await mails.tokenTo(email)
    await invite()
    const second = await mails.tokenTo(email, 2)

    const earlier = await people.post('recover-password-confirm', { token: first, newPassword })
    await people.post('recover-password-confirm', { token: second, newPassword })

    expect(earlier.json()).toMatchObject({ code: 'tokenNotValid' })
    expect(await invite()).toMatchObject({ status: 1, stderr: 'refused: User already exists\n' })
  })
})

describe('a disabled account', () => {
  it('tells the person who knows the password, and nobody else', async () => {
    const person = await createPerson(test)
    await disable(person.email)

    const [right, wrong] = [await person.login(), await person.login('Wrong-pass-1')]

    expect([right.statusCode, right.json()]).toMatchObject([403, { code: 'accountDisabled' }])
    expect(wrong.json()).toMatchObject({ fields: { email: { code: 'auth.wrongLogin' } } })
    expect((await eventsOf(person.id)).at(-2)).toEqual({
      kind: 'loginFailed',
      details: { by: 'password', refused: 'disabled' },
    })
  })

  it('does not ask for the second factor, and ends a sign-in that waits for it', async () => {
    const person = await createPerson(test)
    const app = await person.addApp()
    const token = await person.askedToken()
    await disable(person.email)

    const waiting = await person.post('second-factor', { token, code: app.freshCode() })

    expect(waiting.json()).toMatchObject({ code: 'challengeExpired' })
    expect((await person.login()).json()).toMatchObject({ code: 'accountDisabled' })
  })

  it('is refused by a passkey', async () => {
    const person = await createPerson(test)
    const { authenticator } = await person.addPasskey()
    await disable(person.email)

    const reply = await passkeyLogin(test, (options) => authenticator.get(options))

    expect([reply.statusCode, reply.json()]).toMatchObject([403, { code: 'accountDisabled' }])
  })

  it('ends its sessions, refresh tokens and tokens of the first version', async () => {
    const { email, tokens } = await people.registered()
    await disable(email)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_001)

    const call = await test.as(tokens.accessToken).call({ url: '/api/account' })
    const renewed = await people.post('update-token', { refreshToken: tokens.refreshToken })
    vi.restoreAllMocks()

    expect([call, renewed].map((reply) => [reply.statusCode, reply.json<{ code: string }>().code])).toEqual([
      [403, 'needAuthorization'],
      [403, 'needAuthorization'],
    ])
  })

  it('has no session, even if an api of the previous release opens one', async () => {
    const { email, tokens } = await people.registered()
    await disable(email)
    await test.ctx.db.updateTable('sessions').set({ revokedAt: null }).execute()
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_001)

    const call = await test.as(tokens.accessToken).call({ url: '/api/account' })
    vi.restoreAllMocks()

    expect(call.statusCode).toBe(403)
  })

  it('ends its event streams', async () => {
    await test.app.listen({ port: 0, host: '127.0.0.1' })
    const person = await createPerson(test)
    const url = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/api/events`
    await disable(person.email)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_001)

    const stream = await fetch(url, { headers: { authorization: person.caller.authorization } })
    vi.restoreAllMocks()

    expect(stream.status).toBe(403)
  })

  it('refuses calls by its API key with the reason until it is enabled', async () => {
    const person = await createPerson(test)
    const { apiKey } = (await person.settings('generate-api-key')).json<{ apiKey: string }>()
    const usage = async () => {
      const reply = await test.as(apiKey).call({ url: '/api/usage' })
      return [reply.statusCode, reply.json<{ code?: string }>().code]
    }

    const before = await usage()
    await disable(person.email)
    const disabled = await usage()
    await enable(person.email)

    expect([before, disabled, await usage()]).toEqual([
      [200, undefined],
      [403, 'accountDisabled'],
      [200, undefined],
    ])
  })

  it('keeps everything, and its owner signs in again once it is enabled', async () => {
    const person = await createPerson(test)
    const id = await addScript(test, person.id, ['Слова.'])

    await disable(person.email)
    await enable(person.email)

    const { accessToken } = (await person.login()).json<Pair>()
    expect((await test.as(accessToken).call({ url: `/api/scripts/${id}` })).statusCode).toBe(200)
  })

  it('has its processing finished', async () => {
    const person = await createPerson(test)
    const id = await addTalk(test, { ...person.caller, userId: person.id })

    await recognise(test, person.caller, id, { again: true, beforeEnd: async () => void (await disable(person.email)) })

    expect(await scriptById(test.ctx.db, id)).toMatchObject({ status: 'complete' })
  })

  it('leaves share links open unless they are closed with it, for good', async () => {
    const [one, two] = [await createPerson(test), await createPerson(test)]
    const open = await addScript(test, one.id, ['Слова.'], { isPublic: true })
    const closed = await addScript(test, two.id, ['Слова.'], { isPublic: true })

    await disable(one.email)
    const answer = await disable(two.email, '--close-links')
    await enable(two.email)

    const statusOf = async (id: string) => (await test.app.inject({ url: `/api/scripts/${id}` })).statusCode
    expect([await statusOf(open), await statusOf(closed)]).toEqual([200, 404])
    expect(answer).toEqual({ id: two.id, disabled: true, closedLinks: 1 })
    expect(await eventsOf(two.id)).toContainEqual({ kind: 'scriptClosed', details: { scriptId: closed, ...byOlga } })
  })

  it('cancels mailed links, so that nobody changes its password or e-mail by them', async () => {
    const { email } = await people.registered()
    await people.post('recover-password', { email })
    const token = await mails.tokenTo(email, 2)
    await disable(email)

    const reply = await people.post('recover-password-confirm', { token, newPassword: 'Another-pass-2' })

    expect(reply.json()).toMatchObject({ code: 'tokenNotValid' })
  })

  it('is recorded with operator and reason, shown by users show, and part of the person’s archive', async () => {
    const person = await createPerson(test)

    const replies = [
      await disable(person.email),
      await answerOf<object>(['users', 'show', person.email]),
      await exportOf(test.ctx.db, person.id),
      await admin(['users', 'disable', person.id]),
      await enable(person.email),
      await admin(['users', 'enable', person.id]),
    ]

    expect(replies).toMatchObject([
      { id: person.id, disabled: true },
      { disabledAt: expect.any(String) },
      { disabledAt: expect.any(Date) },
      { status: 1, stderr: 'refused: the account is disabled already\n' },
      { id: person.id, disabled: false },
      { status: 1, stderr: 'refused: the account is not disabled\n' },
    ])
    expect((await exportAudit(test.ctx.db, person.id)).slice(-2)).toMatchObject([
      { kind: 'accountDisabled', details: byOlga },
      { kind: 'accountEnabled', details: byOlga },
    ])
  })
})

describe('tariff', () => {
  it('is granted without limits and revoked by command, and the ledger adds up', async () => {
    const { id, email } = await test.createUser()

    const granted = await answerOf(['tariff', 'grant', email, '--unlimited', '--until', '2999-01-01'])
    const shown = await answerOf(['users', 'show', email])
    const findings = await answerOf<object[]>(['audit-ledger'])
    const revoked = await answerOf(['tariff', 'revoke', id])

    expect(granted).toEqual({ userId: id, tariff: 'unlimited', until: '2999-01-01T00:00:00.000Z' })
    expect(shown).toMatchObject({ tariff: 'Корпоративный', isUnlimited: true })
    expect(revoked).toEqual({ userId: id, tariff: 'free' })
    expect([findings, await answerOf(['audit-ledger'])]).toEqual([[], []])
    expect((await eventsOf(id)).map(({ kind }) => kind)).toEqual(['tariffGranted', 'tariffRevoked'])
  })

  it('is granted with a new account by one command', async () => {
    const create = ['users', 'create', newEmail(), '--name', 'Анна', '--unlimited']
    const invite = ['users', 'invite', newEmail(), '--name', 'Анна', '--unlimited', '--until', '2999-01-01']

    const created = [await answerOf(create), await answerOf(invite)]

    expect(created).toMatchObject([
      { password: expect.any(String), tariff: 'unlimited', until: null },
      { tariff: 'unlimited', until: '2999-01-01T00:00:00.000Z' },
    ])
  })

  it('is refused without --unlimited, for a day that is over, and where none was granted', async () => {
    const { email } = await test.createUser()

    const replies = [
      await admin(['tariff', 'grant', email]),
      await admin(['tariff', 'grant', email, '--until', '2999-01-01']),
      await admin(['tariff', 'grant', email, '--unlimited', '--until', 'soon']),
      await admin(['tariff', 'grant', email, '--unlimited', '--until', '2020-01-01']),
      await admin(['tariff', 'revoke', email]),
    ]

    expect(replies.map(({ status, stderr }) => [status, stderr.split('\n')[0]])).toEqual([
      [2, '--unlimited: the only tariff that is granted'],
      [2, '--until: with --unlimited only'],
      [2, '--until: a day such as 2027-01-01'],
      [1, 'refused: the day of --until is over'],
      [1, 'refused: the account has no granted tariff'],
    ])
  })
})
