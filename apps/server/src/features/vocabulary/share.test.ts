import { randomUUID } from 'node:crypto'

import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { listMembers, listVocabularies, Vocabulary } from '@doslovno/contract/vocabularies.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { add, addOne, addVocabulary, inviteTo, joinAs } from '#test/vocabulary.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const URL = '/api/vocabularies'
const list = async (caller: Caller) => (await caller.call({ url: URL })).json<Reply<typeof listVocabularies>>().data
const rename = (caller: Caller, id: string, name: string) =>
  caller.call({ method: 'PATCH', url: `${URL}/${id}`, payload: { name } })
const remove = (caller: Caller, id: string) => caller.call({ method: 'DELETE', url: `${URL}/${id}` })
const open = (caller: Caller, token: string) =>
  caller.call({ method: 'POST', url: `${URL}/invite/open`, payload: { token } })
const join = (caller: Caller, token: string) =>
  caller.call({ method: 'POST', url: `${URL}/invite/join`, payload: { token } })
const leave = (caller: Caller, id: string) => caller.call({ method: 'POST', url: `${URL}/${id}/leave` })
const membersOf = async (caller: Caller, id: string) =>
  (await caller.call({ url: `${URL}/${id}/members` })).json<Reply<typeof listMembers>>().data

describe('the list of vocabularies', () => {
  it('begins with the own one, which needs no making', async () => {
    const owner = await test.signIn()

    expect(await list(owner)).toEqual([
      {
        id: owner.userId,
        name: '',
        isPersonal: true,
        role: 'owner',
        ownerName: 'Test',
        terms: 0,
        termsOn: 0,
        members: 0,
        inviteRole: null,
      },
    ])
  })

  it('counts terms and members, and tells the role', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    await addOne(owner, 'Мюллер')
    const id = await addVocabulary(owner, 'Продажи')
    const [first] = await add(owner, ['Даль', 'Гринштейн'], id)
    await owner.call({ method: 'PATCH', url: `/api/vocabulary/${first?.term?.id}`, payload: { isOn: false } })
    await joinAs(member, owner, id, 'use')

    expect(await list(owner)).toMatchObject([
      { isPersonal: true, terms: 1, termsOn: 1 },
      { id, name: 'Продажи', role: 'owner', isPersonal: false, terms: 2, termsOn: 1, members: 1, inviteRole: 'use' },
    ])
    expect(await list(member)).toMatchObject([
      { isPersonal: true, terms: 0 },
      { id, role: 'use', terms: 2, members: 1, inviteRole: null },
    ])
  })
})

describe('a shared vocabulary', () => {
  it('is renamed and deleted by its owner', async () => {
    const owner = await test.signIn()
    const id = await addVocabulary(owner)

    expect((await rename(owner, id, ' Отдел ')).json<{ vocabulary: Vocabulary }>().vocabulary.name).toBe('Отдел')
    expect((await rename(owner, id, ' ')).json()).toMatchObject({ code: 'invalidRequest' })
    expect((await remove(owner, id)).statusCode).toBe(200)
    expect(await list(owner)).toHaveLength(1)
  })

  it('is not the own one', async () => {
    const owner = await test.signIn()
    await addOne(owner, 'Мюллер')
    const own = owner.userId ?? ''

    const replies = [
      await rename(owner, own, 'x'),
      await remove(owner, own),
      await leave(owner, own),
      await owner.call({ method: 'POST', url: `${URL}/${own}/invite`, payload: { role: 'use' } }),
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404])
  })

  it('is one of at most 20, owned and joined', async () => {
    const [owner, other] = [await test.signIn(), await test.signIn()]
    const token = await inviteTo(other, await addVocabulary(other), 'use')
    for (let n = 0; n < 20; n++) await addVocabulary(owner, `Словарь ${n}`)

    const another = await owner.call({ method: 'POST', url: URL, payload: { name: 'x' } })

    expect(another.json()).toMatchObject({ code: 'tooManyVocabularies' })
    expect((await join(owner, token)).json()).toMatchObject({ code: 'tooManyVocabularies' })
  })

  it('goes with the account of its owner', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const id = await addVocabulary(owner)
    await joinAs(member, owner, id, 'edit')
    await addOne(member, 'Мюллер', id)

    await test.ctx.db
      .deleteFrom('users')
      .where('id', '=', owner.userId ?? '')
      .execute()

    expect(await list(member)).toHaveLength(1)
  })
})

describe('an invite', () => {
  it('shows what it leads to, and lets people in with its role', async () => {
    const [owner, guest] = [await test.signIn(), await test.signIn()]
    const id = await addVocabulary(owner, 'Продажи')
    await addOne(owner, 'Мюллер', id)
    const token = await inviteTo(owner, id, 'edit')

    const shown = await open(guest, token)
    const joined = await join(guest, token)

    expect(shown.json()).toEqual({
      invite: { vocabularyId: id, name: 'Продажи', ownerName: 'Test', terms: 1, role: 'edit', isMember: false },
    })
    expect(joined.json()).toMatchObject({ vocabulary: { id, role: 'edit' } })
    expect((await open(guest, token)).json()).toMatchObject({ invite: { isMember: true } })
    const stored = await test.ctx.db.selectFrom('vocabularies').selectAll().where('id', '=', id).executeTakeFirst()
    expect(JSON.stringify(stored)).not.toContain(token)
  })

  it('changes nothing for its owner and for members', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const id = await addVocabulary(owner)
    await joinAs(member, owner, id, 'use')
    const token = await inviteTo(owner, id, 'edit')

    await join(member, token)
    await join(owner, token)

    expect(await membersOf(owner, id)).toMatchObject([{ userId: member.userId, role: 'use' }])
  })

  it('stops working when it is revoked or replaced; members stay', async () => {
    const [owner, member, guest] = [await test.signIn(), await test.signIn(), await test.signIn()]
    const id = await addVocabulary(owner)
    await joinAs(member, owner, id, 'use')
    const old = await inviteTo(owner, id, 'use')
    const next = await inviteTo(owner, id, 'use')

    expect((await join(guest, old)).json()).toMatchObject({ code: 'tokenNotValid' })
    await owner.call({ method: 'DELETE', url: `${URL}/${id}/invite` })
    expect((await open(guest, next)).json()).toMatchObject({ code: 'tokenNotValid' })
    expect((await join(guest, next)).json()).toMatchObject({ code: 'tokenNotValid' })
    expect(await membersOf(owner, id)).toHaveLength(1)
    expect((await list(owner))[1]).toMatchObject({ inviteRole: null })
  })
})

describe('a member', () => {
  it('reads terms and changes none with the role «use»', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const id = await addVocabulary(owner)
    const term = await addOne(owner, 'Мюллер', id)
    await joinAs(member, owner, id, 'use')
    const payload = { vocabularyId: id, terms: [{ text: 'Даль' }] }

    const read = await member.call({ url: `/api/vocabulary?vocabularyId=${id}` })
    const writes = [
      await member.call({ method: 'POST', url: '/api/vocabulary', payload }),
      await member.call({ method: 'POST', url: '/api/vocabulary/import', payload: { vocabularyId: id, text: 'Даль' } }),
      await member.call({ method: 'PATCH', url: `/api/vocabulary/${term.id}`, payload: { isOn: false } }),
      await member.call({ method: 'DELETE', url: `/api/vocabulary/${term.id}` }),
      await rename(member, id, 'x'),
      await remove(member, id),
      await member.call({ url: `${URL}/${id}/members` }),
      await member.call({ method: 'POST', url: `${URL}/${id}/invite`, payload: { role: 'edit' } }),
    ]

    expect(read.json()).toMatchObject({ data: [{ text: 'Мюллер' }] })
    expect(writes.map((reply) => reply.json<{ code: string }>().code)).toEqual(writes.map(() => 'notAllowed'))
  })

  it('changes terms but not the vocabulary with the role «edit»', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const id = await addVocabulary(owner)
    await joinAs(member, owner, id, 'edit')

    const { id: termId } = await addOne(member, 'Мюллер', id)
    const edited = await member.call({ method: 'PATCH', url: `/api/vocabulary/${termId}`, payload: { isOn: false } })

    expect(edited.statusCode).toBe(200)
    expect((await rename(member, id, 'x')).json()).toMatchObject({ code: 'notAllowed' })
    expect((await remove(member, id)).json()).toMatchObject({ code: 'notAllowed' })
  })

  it('gets another role or is removed by the owner', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const id = await addVocabulary(owner)
    await joinAs(member, owner, id, 'use')
    const url = `${URL}/${id}/members/${member.userId}`

    const changed = await owner.call({ method: 'PATCH', url, payload: { role: 'edit' } })
    expect(changed.json()).toMatchObject({ member: { userId: member.userId, name: 'Test', role: 'edit' } })
    expect((await add(member, ['Мюллер'], id))[0]?.status).toBe('added')
    expect((await owner.call({ method: 'DELETE', url })).statusCode).toBe(200)
    expect((await owner.call({ method: 'DELETE', url })).statusCode).toBe(404)
    expect((await owner.call({ method: 'PATCH', url, payload: { role: 'use' } })).statusCode).toBe(404)
    expect((await member.call({ url: `/api/vocabulary?vocabularyId=${id}` })).statusCode).toBe(404)
  })

  it('leaves by themselves', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const id = await addVocabulary(owner)
    await joinAs(member, owner, id, 'use')

    expect((await leave(member, id)).statusCode).toBe(200)
    expect((await leave(member, id)).statusCode).toBe(404)
    expect((await leave(owner, id)).statusCode).toBe(404)
    expect((await leave(member, randomUUID())).statusCode).toBe(404)
    expect(await membersOf(owner, id)).toEqual([])
  })
})

it('sharing is in the audit history: invites, members who join or are removed, the end', async () => {
  const [owner, member] = [await test.signIn(), await test.signIn()]
  const id = await addVocabulary(owner)
  await joinAs(member, owner, id, 'edit')
  await owner.call({ method: 'DELETE', url: `${URL}/${id}/members/${member.userId}` })
  await owner.call({ method: 'DELETE', url: `${URL}/${id}/invite` })
  await remove(owner, id)

  const kindsOf = async (userId = '') =>
    (
      await test.ctx.db
        .selectFrom('auditEvents')
        .select(['kind', 'details'])
        .where('userId', '=', userId)
        .orderBy('id')
        .execute()
    ) // prettier-ignore
      .filter(({ kind }) => kind.startsWith('vocabulary'))
  expect(await kindsOf(owner.userId)).toEqual([
    { kind: 'vocabularyInviteCreated', details: { vocabularyId: id, role: 'edit' } },
    { kind: 'vocabularyMemberRemoved', details: { vocabularyId: id, memberId: member.userId } },
    { kind: 'vocabularyInviteRevoked', details: { vocabularyId: id } },
    { kind: 'vocabularyDeleted', details: { vocabularyId: id } },
  ])
  expect(await kindsOf(member.userId)).toMatchObject([{ kind: 'vocabularyJoined' }])
})
