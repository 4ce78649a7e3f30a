import { randomUUID } from 'node:crypto'

import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { exportTerms, listTerms, VocabularyTerm } from '@doslovno/contract/vocabulary.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { add, addOne } from '#test/vocabulary.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const URL = '/api/vocabulary'
const list = async (caller: Caller, query = '') =>
  (await caller.call({ url: `${URL}${query}` })).json<Reply<typeof listTerms>>()
const textsOf = async (caller: Caller, query = '') => (await list(caller, query)).data.map(({ text }) => text)
const edit = (caller: Caller, id: string, payload: object) =>
  caller.call({ method: 'PATCH', url: `${URL}/${id}`, payload })
const remove = (caller: Caller, id: string) => caller.call({ method: 'DELETE', url: `${URL}/${id}` })
const restore = (caller: Caller, id: string) => caller.call({ method: 'POST', url: `${URL}/${id}/restore` })
const versionOf = async ({ userId = '' }: Caller) =>
  (await test.ctx.db.selectFrom('vocabularies').select('version').where('id', '=', userId).executeTakeFirst())?.version

/** Terms past the calls, quickly. */
async function fill({ userId = '' }: Caller, count: number): Promise<void> {
  const { db } = test.ctx
  const createdAt = new Date()
  const row = (n: number) => ({ id: randomUUID(), vocabularyId: userId, text: `Номер ${n}`, plain: `номер${n}`, source: 'typed' as const, createdAt }) // prettier-ignore
  for (let at = 0; at < count; at += 1000)
    await db
      .insertInto('vocabularyTerms')
      .values(Array.from({ length: Math.min(1000, count - at) }, (_, n) => row(at + n)))
      .execute()
}

describe('adding terms', () => {
  it('tells what became of each, in order', async () => {
    const owner = await test.signIn()

    const outcomes = await add(owner, [
      '  Мюллер ',
      'мюллер',
      'бюджет',
      'Анна:2',
      { text: 'Kubernetes', saidAs: ['Кубернетес', ' кубернетес'] },
    ])

    expect(outcomes.map(({ status, reason }) => reason ?? status)).toEqual([
      'added',
      'exists',
      'ordinary',
      'characters',
      'added',
    ])
    expect(outcomes[0]?.term).toMatchObject({ text: 'Мюллер', forms: ['Мюллер', 'Мюллера', 'Мюллеру', 'Мюллером', 'Мюллере'], isOn: true, used: 0, source: 'typed' }) // prettier-ignore
    expect(outcomes[1]?.term).toEqual(outcomes[0]?.term)
    expect(outcomes[4]?.term).toMatchObject({ saidAs: ['кубернетес'], forms: ['Kubernetes'] })
    expect(await textsOf(owner)).toEqual(['Kubernetes', 'Мюллер'])
  })

  it('says where a remembered term came from', async () => {
    const owner = await test.signIn()
    const payload = { source: 'correction', terms: [{ text: 'Даль', paradigm: 1 }] }

    await owner.call({ method: 'POST', url: URL, payload })

    expect((await list(owner)).data).toMatchObject([{ source: 'correction', paradigm: 1, forms: ['Даль', 'Дали', 'Далью'] }]) // prettier-ignore
  })

  it('raises the version once per change, and not if nothing was added', async () => {
    const owner = await test.signIn()

    await add(owner, ['Мюллер', 'Даль'])
    const { id } = await addOne(owner, 'Гринштейн')
    await add(owner, ['Даль'])
    await edit(owner, id, { isOn: false })
    await remove(owner, id)

    expect(await versionOf(owner)).toBe(4)
  })

  it('takes at most 200 terms a call and 5,000 in all', async () => {
    const owner = await test.signIn()
    await addOne(owner, 'Мюллер')
    await fill(owner, 4998)
    const tooMany = { terms: Array.from({ length: 201 }, (_, n) => ({ text: `Имя ${n}` })) }

    expect((await owner.call({ method: 'POST', url: URL, payload: tooMany })).json()).toMatchObject({ code: 'invalidRequest' }) // prettier-ignore
    expect((await add(owner, ['Даль', 'Гринштейн', 'Мюллер'])).map(({ status, reason }) => reason ?? status)).toEqual(['added', 'full', 'exists']) // prettier-ignore
  })

  it('adds a term once when two calls race', async () => {
    const owner = await test.signIn()

    const outcomes = await Promise.all([add(owner, ['Мюллер']), add(owner, ['Мюллер'])])

    expect(
      outcomes
        .flat()
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(['added', 'exists'])
  })
})

describe('the list of terms', () => {
  it('is in alphabetical order, page by page', async () => {
    const owner = await test.signIn()
    await add(owner, ['Ёлкин', 'Мюллер', 'Егоров', 'Даль'])

    const first = await list(owner, '?limit=3')

    expect(first).toMatchObject({ total: 4, data: [{ text: 'Даль' }, { text: 'Егоров' }, { text: 'Ёлкин' }] })
    const rest = await list(owner, `?limit=3&after=${encodeURIComponent(first.next ?? '')}`)
    expect(rest).toMatchObject({ total: 4, next: null, data: [{ text: 'Мюллер' }] })
  })

  it('is searched by a part of a term or of how it is said', async () => {
    const owner = await test.signIn()
    await add(owner, ['Волга-Волга', 'Мюллер', { text: 'Kubernetes', saidAs: ['кубер нетес'] }])
    const search = (text: string) => textsOf(owner, `?search=${encodeURIComponent(text)}`)

    expect(await search('волга в')).toEqual(['Волга-Волга'])
    expect(await search('ЮЛЛЕ')).toEqual(['Мюллер'])
    expect(await search('кубер н')).toEqual(['Kubernetes'])
    expect(await search('%')).toEqual([])
    expect(await search(' ')).toHaveLength(3)
  })
})

describe('a term', () => {
  it('can be changed; another text loses the paradigm', async () => {
    const owner = await test.signIn()
    const { id } = await addOne(owner, { text: 'Даль', paradigm: 1 })

    const off = await edit(owner, id, { isOn: false, saidAs: ['дальь'] })
    const renamed = await edit(owner, id, { text: 'Далев' })
    const plain = await edit(owner, id, { paradigm: -1 })

    expect(off.json()).toMatchObject({ term: { isOn: false, saidAs: ['дальь'], paradigm: 1 } })
    expect(renamed.json()).toMatchObject({ term: { id, text: 'Далев', paradigm: null, isOn: false } })
    expect(plain.json()).toMatchObject({ term: { forms: ['Далев'] } })
  })

  it('may change its capitals, but not become another term or a refused one', async () => {
    const owner = await test.signIn()
    const { id } = await addOne(owner, 'мюллер')
    await addOne(owner, 'Даль')

    expect((await edit(owner, id, { text: 'Мюллер' })).json()).toMatchObject({ term: { text: 'Мюллер' } })
    expect((await edit(owner, id, { text: 'ДАЛЬ' })).json()).toMatchObject({ code: 'termExists' })
    expect((await edit(owner, id, { text: 'бюджет' })).json()).toMatchObject({ fields: { text: { code: 'term.ordinary' } } }) // prettier-ignore
    expect((await edit(owner, id, { saidAs: ['#'] })).json()).toMatchObject({ fields: { saidAs: { code: 'term.saidAs' } } }) // prettier-ignore
  })

  it('is deleted and restored with the same id and uses', async () => {
    const owner = await test.signIn()
    const { id } = await addOne(owner, 'Мюллер')
    await test.ctx.db.updateTable('vocabularyTerms').set({ used: 14 }).where('id', '=', id).execute()

    expect((await remove(owner, id)).statusCode).toBe(200)
    expect((await remove(owner, id)).statusCode).toBe(404)
    expect((await edit(owner, id, { isOn: true })).statusCode).toBe(404)
    expect(await list(owner)).toMatchObject({ data: [], total: 0 })

    expect((await restore(owner, id)).json<{ term: VocabularyTerm }>().term).toMatchObject({ id, used: 14 })
    expect(await textsOf(owner)).toEqual(['Мюллер'])
  })

  it('is not restored beside the same term, or into a full vocabulary', async () => {
    const owner = await test.signIn()
    const [first, second] = [await addOne(owner, 'Мюллер'), await addOne(owner, 'Даль')]
    await remove(owner, first.id)
    await remove(owner, second.id)
    await addOne(owner, 'Мюллер')
    await fill(owner, 4999)

    expect((await restore(owner, first.id)).json()).toMatchObject({ code: 'termExists' })
    expect((await restore(owner, second.id)).json()).toMatchObject({ code: 'tooManyTerms' })
  })

  it('is not found by another user', async () => {
    const [owner, stranger] = [await test.signIn(), await test.signIn()]
    const { id, vocabularyId } = await addOne(owner, 'Мюллер')
    const query = `?vocabularyId=${vocabularyId}`

    const replies = [
      await edit(stranger, id, { isOn: false }),
      await remove(stranger, id),
      await restore(stranger, id),
      await stranger.call({ url: `${URL}${query}` }),
      await stranger.call({ url: `${URL}/export${query}` }),
      await stranger.call({ method: 'POST', url: URL, payload: { vocabularyId, terms: [{ text: 'Даль' }] } }),
      await stranger.call({ method: 'POST', url: `${URL}/import`, payload: { vocabularyId, text: 'Даль' } }),
      await stranger.call({ method: 'POST', url: `${URL}/import`, payload: { vocabularyId, text: 'Даль', isPreview: true } }), // prettier-ignore
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 404))
    expect(await textsOf(owner)).toEqual(['Мюллер'])
  })
})

describe('a list in a file', () => {
  const LIST = 'Мюллер\n\nKubernetes;кубернетес, кубер\nбюджет\nДаль\nДАЛЬ'

  it('is shown before it is imported', async () => {
    const owner = await test.signIn()
    await addOne(owner, 'Мюллер')

    const preview = await owner.call({ method: 'POST', url: `${URL}/import`, payload: { text: LIST, isPreview: true } })

    expect(preview.json()).toMatchObject({ added: 2, exists: 2, refused: 1 })
    expect(await textsOf(owner)).toEqual(['Мюллер'])
    const imported = await owner.call({ method: 'POST', url: `${URL}/import`, payload: { text: LIST } })
    expect(imported.json()).toEqual(preview.json())
    expect(imported.json()).toMatchObject({
      lines: [
        { line: 1, status: 'exists' },
        { line: 3, text: 'Kubernetes', saidAs: ['кубернетес', 'кубер'], status: 'added' },
        { line: 4, status: 'refused', reason: 'ordinary' },
        { line: 5, text: 'Даль', status: 'added' },
        { line: 6, status: 'exists' },
      ],
    })
    expect((await list(owner)).data.map(({ source }) => source)).toEqual(['import', 'import', 'typed'])
  })

  it('has at most 5,000 lines', async () => {
    const owner = await test.signIn()
    const lines = (count: number) => Array.from({ length: count }, (_, n) => `Имя ${n}`).join('\n')

    const tooLong = await owner.call({ method: 'POST', url: `${URL}/import`, payload: { text: lines(5001) } })
    const full = await owner.call({ method: 'POST', url: `${URL}/import`, payload: { text: lines(5000) } })

    expect(tooLong.json()).toMatchObject({ fields: { text: { code: 'vocabulary.tooManyLines' } } })
    expect(full.json()).toMatchObject({ added: 5000, refused: 0 })
  })

  it('is exported as it can be imported', async () => {
    const owner = await test.signIn()
    await add(owner, ['Мюллер', { text: 'Kubernetes', saidAs: ['кубернетес', 'кубер'] }])
    const exported = async (format: string) =>
      (await owner.call({ url: `${URL}/export?format=${format}` })).json<Reply<typeof exportTerms>>().content

    expect(await exported('csv')).toBe('Kubernetes;кубернетес, кубер\nМюллер\n')
    expect(await exported('text')).toBe('Kubernetes\nМюллер\n')
  })
})

describe('an API key', () => {
  it('reads and changes terms by its scopes, and nothing that is for people', async () => {
    const owner = await test.signIn()
    await addOne(owner, 'Мюллер')
    const keyWith = async (scopes: string[]) => {
      const reply = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload: { scopes } })
      return test.as(reply.json<{ apiKey: string }>().apiKey)
    }

    const reader = await keyWith(['read'])
    expect((await reader.call({ url: URL })).json()).toMatchObject({ total: 1 })
    expect((await reader.call({ url: '/api/vocabularies' })).statusCode).toBe(200)
    expect((await reader.call({ method: 'POST', url: URL, payload: { terms: [{ text: 'Даль' }] } })).statusCode).toBe(
      403,
    )

    const writer = await keyWith(['write'])
    expect((await add(writer, ['Даль']))[0]?.status).toBe('added')
    expect((await writer.call({ url: URL })).statusCode).toBe(403)
    expect((await writer.call({ url: `${URL}/offer?text=x` })).statusCode).toBe(403)
    expect((await writer.call({ method: 'POST', url: `${URL}/declined`, payload: { text: 'x' } })).statusCode).toBe(403)
  })
})
