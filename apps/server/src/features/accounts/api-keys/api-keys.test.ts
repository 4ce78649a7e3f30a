import type { AccountInfo } from '@doslovno/contract/account/accounts.ts'
import type { ApiKeyView } from '@doslovno/contract/account/api-keys.ts'
import { apiKeyFrom, isApiKey } from '@doslovno/domain/account/api-key.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { type MailServer, readMails, startMailServer } from '#test/mailbox.ts'
import { runJobs } from '#test/run-jobs.ts'
import { createPerson, wrongCode } from '#test/second-factors.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
let owner: Caller & { userId: string; email: string }

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  const { id, email } = await test.createUser()
  owner = { ...(await test.signInAs(id)), userId: id, email }
})

async function makeKey(body?: object, caller: Caller = owner): Promise<string> {
  const reply = await caller.call({ method: 'POST', url: '/api/account/generate-api-key', payload: body ?? {} })
  return reply.json<{ apiKey: string }>().apiKey
}
const keyOf = async (caller: Caller = owner) =>
  (await caller.call({ url: '/api/account/api-key' })).json<{ key: ApiKeyView | null }>().key
const revoke = () => owner.call({ method: 'DELETE', url: '/api/account/api-key' })
const statusOf = async (token: string, url = '/api/usage') => (await test.as(token).call({ url })).statusCode

describe('the API key of a user', () => {
  it('is generated, returned by account/info and shown to its owner [ACC-8] [ACC-1]', async () => {
    const before = await keyOf()
    const key = await makeKey()
    const info = (await owner.call({ url: '/api/account/info' })).json<AccountInfo>()

    expect(before).toBeNull()
    expect(isApiKey(key)).toBe(true)
    expect(info.apiKey).toBe(key)
    expect(await keyOf()).toEqual({
      apiKey: key,
      scopes: ['read', 'write'],
      createdAt: expect.any(String),
      lastUsedAt: null,
    })
  })

  it('is made by a request without a body, as the specification sends it [ACC-8]', async () => {
    const reply = await owner.call({ method: 'POST', url: '/api/account/generate-api-key' })

    expect(isApiKey(reply.json<{ apiKey: string }>().apiKey)).toBe(true)
  })

  it('stops working at once when a new one is generated [ACC-8]', async () => {
    const old = await makeKey()
    expect(await statusOf(old)).toBe(200)

    const next = await makeKey()

    expect([await statusOf(old), await statusOf(next)]).toEqual([403, 200])
  })

  it('stops working at once when it is revoked, and revoking twice is harmless [ACC-8]', async () => {
    const key = await makeKey()

    await revoke()

    expect(await statusOf(key)).toBe(403)
    expect(await keyOf()).toBeNull()
    expect((await revoke()).statusCode).toBe(200)
  })

  it('has only the scopes it was made with [ACC-8]', async () => {
    const reader = test.as(await makeKey({ scopes: ['read', 'read'] }))

    const read = await reader.call({ url: '/api/scripts' })
    const written = await reader.call({ method: 'POST', url: '/api/uploads', payload: {} })

    expect((await keyOf())?.scopes).toEqual(['read'])
    expect([read.statusCode, written.statusCode]).toEqual([200, 403])
    expect(written.json()).toMatchObject({ code: 'needAuthorization', error: 'Need to authorization' })
    expect(written.headers['www-authenticate']).toBe('Bearer error="insufficient_scope", scope="write"')
  })

  it.each([{ scopes: [] }, { scopes: ['account'] }, { scopes: 'read' }])(
    'cannot have the scopes of %j',
    async (body) => {
      const reply = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload: body })

      expect(reply.statusCode).toBe(400)
    },
  )

  it('opens files of its user and of nobody else, and no account [API-2]', async () => {
    const program = test.as(await makeKey())
    const stranger = await test.signIn()

    const calls = ['/api/account', '/api/account/info', '/api/account/api-key', '/api/account/sessions']
    const statuses = await Promise.all(calls.map((url) => program.call({ url }).then(({ statusCode }) => statusCode)))

    expect(statuses).toEqual([403, 403, 403, 403])
    expect(await keyOf(stranger)).toBeNull()
  })

  it('is told apart from typos without a query [ACC-8]', async () => {
    const key = await makeKey()
    const typo = `${key.slice(0, 10)}${key[10] === 'a' ? 'b' : 'a'}${key.slice(11)}`
    const queries = vi.spyOn(test.ctx.db, 'selectFrom')

    const typoStatus = await statusOf(typo)
    const typoQueries = queries.mock.calls.length
    const unknownStatus = await statusOf(apiKeyFrom('x'.repeat(30)))
    const unknownQueries = queries.mock.calls.length
    queries.mockRestore()

    expect([typoStatus, typoQueries]).toEqual([403, 0])
    expect([unknownStatus, unknownQueries]).toEqual([403, 1])
  })

  it('remembers its last use, written once a minute [ACC-8]', async () => {
    const start = new Date('2027-03-01T10:00:00Z')
    const at = async (seconds: number) => {
      test.clock.now = new Date(start.getTime() + seconds * 1000)
      await statusOf(key)
      const { rows } = await sql<{ lastUsedAt: Date }>`
        select last_used_at from api_keys where user_id = ${owner.userId}`.execute(test.ctx.db)
      return (Number(rows[0]?.lastUsedAt) - start.getTime()) / 1000
    }
    const key = await makeKey()

    expect([await at(0), await at(59), await at(60), await at(100), await at(121)]).toEqual([0, 0, 60, 60, 121])
    test.clock.now = new Date()
  })

  it('is stored encrypted [ACC-8]', async () => {
    const key = await makeKey()

    const { rows } = await sql<{ row: string }>`select api_keys::text as row from api_keys`.execute(test.ctx.db)

    expect(JSON.stringify(rows)).toContain(owner.userId)
    expect(JSON.stringify(rows)).not.toContain(key)
    expect(JSON.stringify(rows)).not.toContain(Buffer.from(key).toString('hex'))
  })

  it('is generated at most ten times an hour', async () => {
    const strict = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 1 } })
    const person = await strict.signIn()
    const statuses = []
    for (let n = 0; n < 11; n++)
      statuses.push((await person.call({ method: 'POST', url: '/api/account/generate-api-key' })).statusCode)
    await strict.close()

    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  })

  it('survives parallel requests for new ones: exactly one works [ACC-8]', async () => {
    const made = await Promise.all(Array.from({ length: 8 }, () => makeKey()))

    const statuses = await Promise.all(made.map((key) => statusOf(key)))

    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(made).toContain((await keyOf())?.apiKey)
  })

  it('leaves a trace in the history of the account, without itself', async () => {
    await makeKey({ scopes: ['read'] })
    await revoke()

    const { rows } = await sql<{ kind: string; details: object }>`
      select kind, details from audit_events
      where user_id = ${owner.userId} and kind like 'apiKey%' order by id`.execute(test.ctx.db)
    expect(rows).toEqual([
      { kind: 'apiKeyCreated', details: { scopes: 'read' } },
      { kind: 'apiKeyRevoked', details: {} },
    ])
  })
})

describe('an API key', () => {
  it('leaves a trace in the history of the account when it is shown [ACC-8]', async () => {
    await owner.call({ url: '/api/account/info' })
    await makeKey()

    await owner.call({ url: '/api/account/info' })

    const { rows } = await sql<{ kind: string; details: object; address: string }>`
      select kind, details, address from audit_events
      where user_id = ${owner.userId} and kind = 'apiKeyShown' order by id`.execute(test.ctx.db)
    expect(rows).toEqual([{ kind: 'apiKeyShown', details: {}, address: '127.0.0.1' }])
  })

  it('is not made without the second factor of an account that has one [ACC-8]', async () => {
    const person = await createPerson(test)
    test.clock.now = new Date()
    const app = await person.addApp()
    const generate = (proof: object) => person.settings('generate-api-key', proof)

    const replies = [await generate({}), await generate({ code: wrongCode(app.secret, test.clock.now) })]

    expect(replies.map((reply) => reply.json())).toMatchObject([{ code: 'proofNeeded' }, { code: 'wrongCode' }])
    expect((await generate({ code: app.freshCode() })).statusCode).toBe(200)
    test.clock.now = new Date()
  })
})

describe('the mail about a new key', () => {
  let server: MailServer
  let mails: TestApp
  beforeAll(async () => {
    server = await startMailServer()
    const smtpUrl = `smtp://127.0.0.1:${server.smtpPort}`
    mails = await createTestApp({ mail: { ...test.config.mail, smtpUrl } })
  })
  afterAll(async () => {
    await mails.close()
    await server.close()
  })

  it('reaches the owner, names no key and leads to the settings [ACC-8]', async () => {
    const { id, email } = await mails.createUser()
    const key = await makeKey({}, await mails.signInAs(id))

    await runJobs(mails, 'api-keys')

    const [mail, ...more] = await readMails(server.pagePort, email)
    expect(more).toEqual([])
    expect(mail?.subject).toBe('Создан API-ключ')
    expect(mail?.text).toContain('/account#api')
    expect(mail?.text).not.toContain(key)
  })
})

describe('every reply', () => {
  it('names its request by an id that no client can choose', async () => {
    const [one, other] = await Promise.all([
      test.app.inject({ url: '/api/account/tariffs', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } }),
      test.app.inject({ url: '/api/nothing' }),
    ])

    const ids = [one, other].map(({ headers }) => headers['x-request-id'])
    expect(ids).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(ids[0]).not.toBe(ids[1])
  })
})
