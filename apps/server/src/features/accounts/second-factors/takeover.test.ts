import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { hashToken } from '#platform/tokens.ts'
import type { Mailbox } from '#test/mailbox.ts'
import { createPeopleApp, type People } from '#test/people.ts'
import { countJobs } from '#test/run-jobs.ts'
import { createPerson, postFrom, wrongCode } from '#test/second-factors.ts'
import { createTestApp, PASSWORD, type TestApp } from '#test/test-app.ts'

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

const asked = { secondFactor: { token: expect.any(String) } }

describe('somebody who knows the password', () => {
  it('gets neither tokens nor the account without the second factor', async () => {
    const person = await createPerson(test)
    await person.addApp()

    const reply = (await person.login()).json<{ secondFactor: { token: string } }>()

    expect(reply).not.toHaveProperty('accessToken')
    expect(reply).not.toHaveProperty('refreshToken')
    const { token } = reply.secondFactor
    expect((await test.as(token).call({ url: '/api/account' })).statusCode).toBe(403)
    expect((await people.post('update-token', { refreshToken: token })).statusCode).toBe(403)
    expect((await people.post('confirm-mail', { token })).statusCode).toBe(400)
  })

  it('and not the password learns nothing about the second factor', async () => {
    const [plain, guarded] = [await createPerson(test), await createPerson(test)]
    await guarded.addApp()

    const [one, other] = [await plain.login('Wrong-pass-1'), await guarded.login('Wrong-pass-1')]

    expect(other.json()).toEqual(one.json())
    expect(other.json()).toMatchObject({ code: 'wrongLogin' })
  })

  it('has five attempts per sign-in, the right code included', async () => {
    const person = await createPerson(test)
    const app = await person.addApp()
    const token = await person.askedToken()
    const code = wrongCode(app.secret, test.clock.now)

    const codes = []
    for (let n = 0; n < 6; n++)
      codes.push((await person.post('second-factor', { token, code })).json<{ code: string }>().code)

    expect(codes).toEqual([...Array.from({ length: 5 }, () => 'wrongCode'), 'challengeExpired'])
    expect((await person.post('second-factor', { token, code: app.freshCode() })).statusCode).toBe(410)
  })

  it('cannot use a code that the owner has used, not even at the same moment', async () => {
    const person = await createPerson(test)
    const app = await person.addApp()
    const tokens = await Promise.all(Array.from({ length: 10 }, () => person.askedToken()))
    const code = app.freshCode()

    const replies = await Promise.all(tokens.map((token) => person.post('second-factor', { token, code })))

    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    const later = await person.post('second-factor', { token: await person.askedToken(), code })
    expect(later.json()).toMatchObject({ code: 'wrongCode' })
  })

  it('cannot use the code that switched the app on', async () => {
    const person = await createPerson(test)
    const app = await person.addApp()

    const code = app.codeAt(test.clock.now)

    expect((await person.post('second-factor', { token: await person.askedToken(), code })).statusCode).toBe(400)
  })

  it('cannot use a recovery code twice, not even at the same moment', async () => {
    const person = await createPerson(test)
    const { recoveryCodes } = await person.addApp()
    const tokens = await Promise.all(Array.from({ length: 5 }, () => person.askedToken()))

    const replies = await Promise.all(
      tokens.map((token) => person.post('second-factor', { token, code: recoveryCodes[0] })),
    )

    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it("cannot pass with a sign-in and a factor of one's own", async () => {
    const [victim, thief] = [await createPerson(test), await createPerson(test)]
    await victim.addApp()
    const own = await thief.addApp()
    const code = own.freshCode()

    const passed = await thief.post('second-factor', { token: await victim.askedToken(), code })

    expect(passed.json()).toMatchObject({ code: 'wrongCode' })
  })

  it('is late after five minutes', async () => {
    const person = await createPerson(test)
    const app = await person.addApp()
    const token = await person.askedToken()

    test.clock.now = new Date(test.clock.now.getTime() + 5 * 60_000)

    const passed = await person.post('second-factor', { token, code: app.freshCode() })
    expect(passed.json()).toMatchObject({ code: 'challengeExpired' })
  })

  it('is stopped by a new password before the second factor', async () => {
    const person = await createPerson(test)
    const app = await person.addApp()
    const token = await person.askedToken()
    await people.post('recover-password', { email: person.email })
    const link = await mails.tokenTo(person.email)

    await people.post('recover-password-confirm', { token: link, newPassword: 'Another-pass-1' })

    const passed = await person.post('second-factor', { token, code: app.freshCode() })
    expect(passed.json()).toMatchObject({ code: 'challengeExpired' })
  })
})

describe('a recovered password', () => {
  it('does not remove the second factor', async () => {
    const person = await createPerson(test)
    await person.addApp()
    await people.post('recover-password', { email: person.email })
    const token = await mails.tokenTo(person.email)

    const recovered = await people.post('recover-password-confirm', { token, newPassword: 'Another-pass-1' })

    expect(recovered.json()).toEqual({})
    expect((await person.login('Another-pass-1')).json()).toMatchObject(asked)
  })
})

describe('a token of the first version', () => {
  it('does not open a session past the second factor', async () => {
    const person = await createPerson(test)
    const token = `SHPT-${person.id}`
    await test.ctx.db
      .insertInto('legacyTokens')
      .values({ hash: hashToken(token), userId: person.id, usedAt: null })
      .execute()

    await person.addApp()

    expect((await people.post('upgrade-legacy-token', { accessToken: token })).statusCode).toBe(403)
  })
})

describe('guessing codes', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 1 } })
    strict.clock.now = new Date()
  })
  afterAll(() => strict.close())

  /** Signs in by the password from an address; returns the token for the second factor. */
  async function tokenAt(email: string, remoteAddress: string): Promise<string> {
    const payload = { email, password: PASSWORD }
    const reply = await strict.app.inject({ method: 'POST', url: '/api/account/login', payload, remoteAddress })
    return reply.json<{ secondFactor: { token: string } }>().secondFactor.token
  }

  it('a hundred at once are checked ten times at most, and the owner is warned once', async () => {
    const { id, email, addApp } = await createPerson(strict)
    const app = await addApp()
    const code = wrongCode(app.secret, strict.clock.now)
    const tokens = await Promise.all(Array.from({ length: 20 }, (_, n) => tokenAt(email, `10.8.${n}.1`)))

    const replies = await Promise.all(
      Array.from({ length: 100 }, (_, n) =>
        postFrom(strict, `10.9.${n}.1`)('second-factor', { token: tokens[n % 20], code }),
      ),
    )

    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 400)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(90)
    const failures = await strict.ctx.db
      .selectFrom('auditEvents')
      .select('kind')
      .where('userId', '=', id)
      .where('kind', '=', 'secondFactorFailed')
      .execute()
    expect(failures).toHaveLength(10)
    expect(await countJobs(strict.ctx.db, 'second-factors')).toBe(2) // the app was added; many codes were wrong
  })

  it('does not lock the owner out of a known network', async () => {
    const person = await createPerson(strict)
    const app = await person.addApp()
    const code = wrongCode(app.secret, strict.clock.now)
    const statuses = []
    for (let n = 0; n < 11; n++) {
      const token = await tokenAt(person.email, `10.7.${n}.1`)
      statuses.push((await postFrom(strict, `10.7.${n}.1`)('second-factor', { token, code })).statusCode)
    }

    const passed = await person.post('second-factor', { token: await person.askedToken(), code: app.freshCode() })

    expect(statuses.at(-1)).toBe(429)
    expect(passed.statusCode).toBe(200)
  })

  it('or the password in the settings is limited too', async () => {
    const person = await createPerson(strict)

    const statuses = []
    for (let n = 0; n < 12; n++) {
      const reply = await person.settings('second-factors/totp', { password: `Wrong-pass-${n}` })
      statuses.push(reply.statusCode)
    }

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 400), 429, 429])
  })
})
