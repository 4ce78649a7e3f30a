import { randomUUID } from 'node:crypto'

import { exceptionKey } from '@doslovno/domain/vocabulary/find-terms.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createTestApp, type TestApp } from '#test/test-app.ts'
import { add, addOne, addVocabulary, joinAs } from '#test/vocabulary.ts'

import { addException, countUses, termsInUse } from './index.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const inUse = (userId: string | undefined, ids: string[] | null = null) => termsInUse(test.ctx.db, userId ?? '', ids)
const textsOf = async (userId: string | undefined, ids?: string[]) =>
  (await inUse(userId, ids)).terms.map(({ text }) => text)
const usedOf = async (id: string) =>
  (await test.ctx.db.selectFrom('vocabularyTerms').select('used').where('id', '=', id).executeTakeFirstOrThrow()).used

describe('terms in use', () => {
  it('are none without a vocabulary', async () => {
    expect(await inUse(randomUUID())).toEqual({ terms: [], exceptions: new Set(), versions: [] })
  })

  it('are those that are on, with all the corrector needs', async () => {
    const { userId, ...owner } = await test.signIn()
    await add(owner, [{ text: 'Даль', paradigm: 1 }, { text: 'Kubernetes', saidAs: ['кубернетес'] }, 'Уланов'])
    const [off, gone] = [await addOne(owner, 'Мюллер'), await addOne(owner, 'Гринштейн')]
    await owner.call({ method: 'PATCH', url: `/api/vocabulary/${off.id}`, payload: { isOn: false } })
    await owner.call({ method: 'DELETE', url: `/api/vocabulary/${gone.id}` })

    expect(await inUse(userId)).toMatchObject({
      terms: [
        { text: 'Kubernetes', saidAs: ['кубернетес'], paradigm: null },
        { text: 'Даль', saidAs: [], paradigm: 1 },
        { text: 'Уланов' },
      ],
      versions: [{ vocabularyId: userId, version: 5 }],
    })
  })

  it('are the own ones, then those of chosen vocabularies the user belongs to', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const [joined, foreign] = [await addVocabulary(owner), await addVocabulary(owner)]
    await addOne(owner, 'Анна', joined)
    await addOne(owner, 'Борис', foreign)
    await addOne(member, 'Мюллер')
    await joinAs(member, owner, joined, 'use')

    expect(await textsOf(member.userId)).toEqual(['Мюллер'])
    expect(await textsOf(member.userId, [foreign, joined, owner.userId ?? ''])).toEqual(['Мюллер', 'Анна'])
  })
})

describe('uses', () => {
  it('are added and taken back, of terms the user may use', async () => {
    const [owner, stranger] = [await test.signIn(), await test.signIn()]
    const { id } = await addOne(owner, 'Мюллер')
    const count = (userId: string | undefined, uses: number) =>
      countUses(test.ctx.db, userId ?? '', new Map([[id, uses], [randomUUID(), 1]])) // prettier-ignore

    await count(owner.userId, 14)
    await count(owner.userId, -2)
    await count(stranger.userId, 5)
    expect(await usedOf(id)).toBe(12)
    await count(owner.userId, -20)
    expect(await usedOf(id)).toBe(0)
  })
})

describe('an exception', () => {
  it('holds for one user, also about a shared term, until the term is gone', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const shared = await addVocabulary(owner)
    await joinAs(member, owner, shared, 'use')
    const { id: termId } = await addOne(owner, 'Мюллер', shared)

    for (const _ of [1, 2]) await addException(test.ctx.db, { userId: member.userId ?? '', heard: 'Нюлер,', termId })

    expect((await inUse(member.userId, [shared])).exceptions).toEqual(new Set([exceptionKey('нюлер', termId)]))
    expect((await inUse(owner.userId, [shared])).exceptions).toEqual(new Set())
    await test.ctx.db.deleteFrom('vocabularyTerms').where('id', '=', termId).execute()
    expect((await inUse(member.userId, [shared])).exceptions).toEqual(new Set())
  })

  it('is not remembered beyond 5,000 of a person: every file loads all of them', async () => {
    const owner = await test.signIn()
    const { id: termId } = await addOne(owner, 'Мюллер')
    await sql`insert into vocabulary_exceptions (user_id, heard, term_id)
      select ${owner.userId}, 'нюлер' || n, ${termId} from generate_series(1, 4999) as n`.execute(test.ctx.db)

    for (const heard of ['мюлер', 'милер'])
      await addException(test.ctx.db, { userId: owner.userId ?? '', heard, termId })

    const { exceptions } = await inUse(owner.userId)
    expect(exceptions.size).toBe(5000)
    expect(exceptions.has(exceptionKey('милер', termId))).toBe(false)
  })

  it('is not made about a term of another user, or of one file', async () => {
    const [owner, stranger] = [await test.signIn(), await test.signIn()]
    const { id } = await addOne(owner, 'Мюллер')

    for (const termId of [id, randomUUID()])
      await addException(test.ctx.db, { userId: stranger.userId ?? '', heard: 'нюлер', termId })

    expect(await test.ctx.db.selectFrom('vocabularyExceptions').selectAll().where('userId', '=', stranger.userId ?? '').execute()).toEqual([]) // prettier-ignore
  })
})
