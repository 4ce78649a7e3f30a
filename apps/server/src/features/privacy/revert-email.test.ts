import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createAuthenticator } from '#test/authenticator.ts'
import type { Mailbox } from '#test/mailbox.ts'
import { createPeopleApp, type Pair, type People } from '#test/people.ts'
import { addScript } from '#test/recordings/library.ts'
import { addApp, passkeyLogin, settingsOf } from '#test/second-factors.ts'
import { type Caller, PASSWORD, type TestApp } from '#test/test-app.ts'

const DAY_MS = 24 * 3_600_000
const THIEFS = 'Thiefs-pass-1'

let test: TestApp
let mails: Mailbox
let people: People

beforeAll(async () => {
  ;({ test, mails, people } = await createPeopleApp())
  test.clock.now = new Date()
})
afterAll(async () => {
  await mails.close()
  await test.close()
})

/** A person, and a thief who has moved the account to an address and a password of their own. */
async function takenOver() {
  const { email, tokens } = await people.registered()
  const { id: userId } = await test.ctx.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const theirs = await people.changeEmail(tokens.accessToken)
  await people.post('recover-password', { email: theirs })
  await people.post('recover-password-confirm', { token: await mails.tokenTo(theirs, 2), newPassword: THIEFS })
  return { email, theirs, userId, thief: await signedIn(theirs, THIEFS) }
}

async function signedIn(email: string, password = PASSWORD): Promise<Caller> {
  return test.as((await people.login(email, password)).json<Pair>().accessToken)
}

async function revert(email: string) {
  const reply = await people.post('revert-email', { token: await people.revertToken(email) })
  expect(reply.statusCode).toBe(200)
}

async function addPasskey(owner: Caller, password: string) {
  const authenticator = createAuthenticator(test.config.publicUrl)
  const start = await settingsOf(owner, 'passkeys/start', { password })
  const { token, options } = start.json<{ token: string; options: Record<string, unknown> }>()
  await settingsOf(owner, 'passkeys', { token, name: 'Mine', credential: authenticator.create(options) })
  return authenticator
}

describe('a reverted change of e-mail', () => {
  it('removes a passkey that was added since: it signs nobody in, and the owner needs none [ACC-3]', async () => {
    const { email, thief } = await takenOver()
    const authenticator = await addPasskey(thief, THIEFS)

    await revert(email)

    expect((await passkeyLogin(test, (asked) => authenticator.get(asked))).statusCode).toBe(400)
    expect((await people.login(email)).json()).toHaveProperty('accessToken')
  })

  it('removes an authenticator app and recovery codes that were added since [ACC-3]', async () => {
    const { email, userId, thief } = await takenOver()
    await addApp(test, (path, payload) => settingsOf(thief, path, payload), { password: THIEFS })

    await revert(email)

    expect((await people.login(email)).json()).toHaveProperty('accessToken')
    const codes = await test.ctx.db.selectFrom('recoveryCodes').select('hash').where('userId', '=', userId).execute()
    expect(codes).toEqual([])
  })

  it('keeps the passkey and the codes that the owner had before', async () => {
    const before = test.clock.now
    const { email, tokens } = await people.registered()
    const authenticator = await addPasskey(test.as(tokens.accessToken), PASSWORD)
    test.clock.now = new Date(before.getTime() + 3 * DAY_MS)
    const { accessToken } = (await passkeyLogin(test, (asked) => authenticator.get(asked))).json<Pair>()
    await people.changeEmail(accessToken)

    await revert(email)

    const back = await passkeyLogin(test, (asked) => authenticator.get(asked))
    const owner = test.as(back.json<Pair>().accessToken)
    const factors = await owner.call({ url: '/api/account/second-factors' })
    expect(factors.json()).toMatchObject({ recoveryCodesLeft: 10, passkeys: [{ name: 'Mine' }] })
    test.clock.now = before
  })

  it('removes a passkey that was added shortly before the change', async () => {
    const { email, tokens } = await people.registered()
    const thief = test.as(tokens.accessToken)
    const authenticator = await addPasskey(thief, PASSWORD)
    await people.changeEmail(tokens.accessToken)

    await revert(email)

    expect((await passkeyLogin(test, (asked) => authenticator.get(asked))).statusCode).toBe(400)
    expect((await people.login(email)).json()).toHaveProperty('accessToken')
  })

  it('cancels a deletion that was asked for since [152-FZ]', async () => {
    const { email, userId, thief } = await takenOver()
    const asked = await thief.call({ method: 'POST', url: '/api/account/delete', payload: { password: THIEFS } })
    expect(asked.statusCode).toBe(200)

    await revert(email)

    const user = await test.ctx.db
      .selectFrom('users')
      .select(['deletionRequestedAt', 'deletionDueAt'])
      .where('id', '=', userId)
      .executeTakeFirst()
    expect(user).toEqual({ deletionRequestedAt: null, deletionDueAt: null })
  })

  it('removes webhooks, closes share links and ends invites made since, and says so to the owner', async () => {
    const { email, userId, thief } = await takenOver()
    const scriptId = await addScript(test, userId, ['Раз.'])
    const post = (url: string, payload: object = {}) => thief.call({ method: 'POST', url, payload })
    await post('/api/webhooks', { url: 'https://thief.example/hook', events: ['script.completed'] })
    await thief.call({ method: 'PATCH', url: `/api/scripts/${scriptId}`, payload: { publicFlag: true } })
    const made = await post('/api/vocabularies', { name: 'Продажи' })
    const { id } = made.json<{ vocabulary: { id: string } }>().vocabulary
    const { url } = (await post(`/api/vocabularies/${id}/invite`, { role: 'edit' })).json<{ url: string }>()
    const payload = { token: url.split('#').at(-1) }
    const accomplice = await test.signIn()
    await accomplice.call({ method: 'POST', url: '/api/vocabularies/invite/join', payload })

    await revert(email)

    const owner = await signedIn(email)
    expect((await owner.call({ url: '/api/webhooks' })).json()).toEqual({ data: [] })
    expect((await test.app.inject({ url: `/api/scripts/${scriptId}` })).statusCode).toBe(404)
    const reopened = await accomplice.call({ method: 'POST', url: '/api/vocabularies/invite/open', payload })
    expect(reopened.statusCode).toBe(400)
    expect((await owner.call({ url: `/api/vocabularies/${id}/members` })).json()).toEqual({ data: [] })
    const [mail] = await mails.mailTo(email, 4)
    expect(mail?.subject).toBe('Почта снова твоя')
    for (const removed of ['вебхуки', 'ссылки на\u00a0файлы', 'приглашения']) expect(mail?.text).toContain(removed)
    expect(mail?.text).not.toContain('ключи доступа')
  })
})

describe('a change of e-mail', () => {
  const change = async (owner: Caller, payload: object) =>
    owner.call({ method: 'POST', url: '/api/account/edit-email', payload })

  it('needs the password or a code of an account that has one', async () => {
    const { tokens } = await people.registered()
    const owner = test.as(tokens.accessToken)
    const email = 'next@example.ru'

    const replies = [await change(owner, { email }), await change(owner, { email, password: THIEFS })]

    expect(replies.map((reply) => reply.statusCode)).toEqual([400, 400])
    expect(replies[0]?.json()).toMatchObject({ code: 'proofNeeded' })
    expect(replies[1]?.json()).toMatchObject({ fields: { password: { code: 'auth.wrongPassword' } } })
    expect((await change(owner, { email, password: PASSWORD })).statusCode).toBe(200)
  })
})
