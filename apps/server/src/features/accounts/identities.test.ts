import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Mailbox } from '#test/mailbox.ts'
import { createPeopleApp, type Pair, type People } from '#test/people.ts'
import { newPerson, type Person, startProviders, type TestProviders } from '#test/providers.ts'
import { type Caller, PASSWORD, type TestApp } from '#test/test-app.ts'

const allProviders = ['google', 'yandex', 'vk'] as const
type Provider = (typeof allProviders)[number]

let providers: TestProviders
let test: TestApp
let mails: Mailbox
let people: People

beforeAll(async () => {
  providers = await startProviders()
  ;({ test, mails, people } = await createPeopleApp(providers.config))
  test.clock.now = new Date()
})
afterAll(async () => {
  await mails.close()
  await test.close()
  await providers.close()
})

const post = (caller: Caller, url: string, payload: object = {}) => caller.call({ method: 'POST', url, payload })

async function link(caller: Caller, provider: Provider, person: Person, proof: object = { password: PASSWORD }) {
  const grant = { provider, ...(await providers.issueSecret(provider, person)) }
  return post(caller, '/api/account/identities', { grant, ...proof })
}

const unlink = (caller: Caller, provider: Provider, proof: object = { password: PASSWORD }) =>
  post(caller, `/api/account/identities/${provider}/remove`, proof)

async function signIn(provider: Provider, person: Person, isPrivacyApprove = false) {
  const secret = await providers.issueSecret(provider, person)
  return people.post(`sign-by-${provider}`, { ...secret, isPrivacyApprove })
}

async function linkedTo(caller: Caller) {
  const { data } = (await caller.call({ url: '/api/account/identities' })).json<{
    data: { provider: Provider; linkedAt: string | null }[]
  }>()
  return data.filter(({ linkedAt }) => linkedAt).map(({ provider }) => provider)
}

async function newOwner() {
  const { email, tokens } = await people.registered()
  return { email, owner: test.as(tokens.accessToken) }
}

/** Somebody who registered by a provider and has no password. */
async function newGuestOf(provider: Provider) {
  const person = newPerson()
  const { accessToken } = (await signIn(provider, person, true)).json<Pair>()
  return { person, owner: test.as(accessToken) }
}

describe('a provider linked to an account', () => {
  it.each(allProviders)('%s: signs its owner in, whatever its e-mail [AUTH-19]', async (provider) => {
    const { email, owner } = await newOwner()
    const person = newPerson({ email })
    expect((await signIn(provider, person, true)).statusCode).toBe(409)

    const linked = await link(owner, provider, person)

    expect(linked.statusCode).toBe(200)
    const signedIn = (await signIn(provider, person)).json<Pair & { isRegistration: boolean }>()
    expect(signedIn.isRegistration).toBe(false)
    const account = await test.as(signedIn.accessToken).call({ url: '/api/account' })
    expect(account.json()).toMatchObject({ user: { email } })
  })

  it('is listed with those that can be linked', async () => {
    const { owner } = await newOwner()
    await link(owner, 'yandex', newPerson())

    const reply = await owner.call({ url: '/api/account/identities' })

    expect(reply.json()).toEqual({
      data: [
        { provider: 'google', linkedAt: null },
        { provider: 'yandex', linkedAt: test.clock.now.toISOString() },
        { provider: 'vk', linkedAt: null },
      ],
      canUnlink: true,
    })
  })

  it('needs the password of the owner, and the token serves after a wrong one', async () => {
    const { owner } = await newOwner()
    const grant = { provider: 'google', ...(await providers.issueSecret('google', newPerson())) }
    const attempt = (proof: object) => post(owner, '/api/account/identities', { grant, ...proof })

    const replies = [
      await attempt({}),
      await attempt({ password: 'Wrong-pass-1' }),
      await attempt({ password: PASSWORD }),
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([400, 400, 200])
    expect(replies[0]?.json()).toMatchObject({ code: 'proofNeeded' })
    expect(replies[1]?.json()).toMatchObject({ fields: { password: { code: 'auth.wrongPassword' } } })
  })

  it('needs a fresh sign-in of somebody without a password', async () => {
    const { owner } = await newGuestOf('google')
    const before = test.clock.now
    test.clock.now = new Date(before.getTime() + 11 * 60_000)

    const late = await link(owner, 'vk', newPerson(), {})

    test.clock.now = before
    expect(late.json()).toMatchObject({ code: 'proofNeeded' })
    expect((await link(owner, 'vk', newPerson(), {})).statusCode).toBe(200)
  })

  it('belongs to one account, also when two link it at once', async () => {
    const person = newPerson()
    const owners = [(await newOwner()).owner, (await newOwner()).owner]

    const replies = await Promise.all(owners.map((owner) => link(owner, 'google', person)))

    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ code: 'userExists' })
    expect((await Promise.all(owners.map(linkedTo))).flat()).toEqual(['google'])
  })

  it('is one per service: another person of it is refused', async () => {
    const { owner } = await newOwner()
    await link(owner, 'vk', newPerson())

    const second = await link(owner, 'vk', newPerson())

    expect([second.statusCode, second.json()]).toMatchObject([409, { code: 'notAllowed' }])
  })

  it('is not linked by a token that has signed somebody in', async () => {
    const { owner } = await newOwner()
    const secret = await providers.issueSecret('google', newPerson())
    await people.post('sign-by-google', { ...secret, isPrivacyApprove: true })

    const grant = { provider: 'google', ...secret }
    const reply = await post(owner, '/api/account/identities', { grant, password: PASSWORD })

    expect(reply.json()).toMatchObject({ code: 'tokenUsed' })
  })

  it('stands in the history, and its owner is mailed', async () => {
    const { email, owner } = await newOwner()
    await link(owner, 'yandex', newPerson())
    await unlink(owner, 'yandex')

    const subjects = (await mails.mailTo(email, 3)).map(({ subject }) => subject)

    expect(subjects).toEqual(expect.arrayContaining(['Привязан вход через Яндекс ID', 'Вход через Яндекс ID отвязан']))
    const { id } = (await owner.call({ url: '/api/account' })).json<{ user: { id: string } }>().user
    const events = await test.ctx.db
      .selectFrom('auditEvents')
      .select(['kind', 'address', 'details'])
      .where('userId', '=', id)
      .where('kind', 'like', 'provider%')
      .orderBy('id')
      .execute()
    const change = { address: '127.0.0.1', details: { provider: 'yandex' } }
    expect(events).toEqual([
      { kind: 'providerLinked', ...change },
      { kind: 'providerUnlinked', ...change },
    ])
  })
})

describe('an unlinked provider', () => {
  it('signs nobody in, and may be linked to another account', async () => {
    const { owner } = await newOwner()
    const person = newPerson()
    await link(owner, 'google', person)

    const unlinked = await unlink(owner, 'google')

    expect(unlinked.statusCode).toBe(200)
    expect((await signIn('google', person)).json()).toEqual({ needToPrivacyApprove: true, isRegistration: true })
    expect((await link((await newOwner()).owner, 'google', person)).statusCode).toBe(200)
    expect((await unlink(owner, 'google')).statusCode).toBe(404)
  })

  it('needs the password of the owner', async () => {
    const { owner } = await newOwner()
    await link(owner, 'google', newPerson())

    expect((await unlink(owner, 'google', {})).json()).toMatchObject({ code: 'proofNeeded' })
    expect(await linkedTo(owner)).toEqual(['google'])
  })

  it('is refused while there is no other way to sign in, also when two are unlinked at once', async () => {
    const { owner } = await newGuestOf('google')
    const only = await unlink(owner, 'google', {})
    await link(owner, 'vk', newPerson(), {})

    const both = await Promise.all([unlink(owner, 'google', {}), unlink(owner, 'vk', {})])

    expect([only.statusCode, only.json()]).toMatchObject([409, { code: 'notAllowed' }])
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    expect(await linkedTo(owner)).toHaveLength(1)
    expect((await owner.call({ url: '/api/account/identities' })).json()).toMatchObject({ canUnlink: false })
  })
})
