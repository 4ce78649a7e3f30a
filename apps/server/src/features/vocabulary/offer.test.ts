import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { getTermReadings, offerTerm } from '@doslovno/contract/vocabulary.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { addOne, addVocabulary, joinAs } from '#test/vocabulary.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const ask = async (caller: Caller, call: 'offer' | 'readings', text: string) =>
  (await caller.call({ url: `/api/vocabulary/${call}?text=${encodeURIComponent(text)}` })).json<
    Reply<typeof offerTerm | typeof getTermReadings>
  >().data

describe('an offer to remember a word', () => {
  it('has its nominative first, and the word as it is last', async () => {
    const owner = await test.signIn()

    expect(await ask(owner, 'offer', 'Мюллеру')).toMatchObject([
      { text: 'Мюллер', paradigm: 0, forms: ['Мюллер', 'Мюллера', 'Мюллеру', 'Мюллером', 'Мюллере'] },
      { text: 'Мюллера', paradigm: 0 },
      { text: 'Мюллеру', paradigm: -1, forms: ['Мюллеру'] },
    ])
  })

  it.each(['бюджета', 'Бюджет', 'что-то', 'Мюллер:', '42', ''])('is not made for «%s»', async (text) => {
    expect(await ask(await test.signIn(), 'offer', text)).toEqual([])
  })

  it('is not made for a term that is there, also in a shared vocabulary', async () => {
    const [owner, member] = [await test.signIn(), await test.signIn()]
    const shared = await addVocabulary(owner)
    await joinAs(member, owner, shared, 'use')
    await addOne(owner, 'Гринштейн', shared)
    await addOne(member, 'Мюллер')

    expect(await ask(member, 'offer', 'Мюллером')).toEqual([])
    expect(await ask(member, 'offer', 'Гринштейну')).toEqual([])
    expect(await ask(owner, 'offer', 'Мюллером')).not.toEqual([])
  })

  it('is not repeated in any form once it was declined, to this person', async () => {
    const [owner, other] = [await test.signIn(), await test.signIn()]

    for (const _ of [1, 2])
      await owner.call({ method: 'POST', url: '/api/vocabulary/declined', payload: { text: 'Мюллеру' } })

    expect(await ask(owner, 'offer', 'Мюллера')).toEqual([])
    expect(await ask(other, 'offer', 'Мюллера')).not.toEqual([])
  })

  it('is made again for a word that was declined after 5,000 others', async () => {
    const owner = await test.signIn()
    await sql`insert into vocabulary_declined (user_id, plain)
      select ${owner.userId}, 'слово' || n from generate_series(1, 5000) as n`.execute(test.ctx.db)

    const reply = await owner.call({ method: 'POST', url: '/api/vocabulary/declined', payload: { text: 'Мюллеру' } })

    expect(reply.statusCode).toBe(200)
    expect(await ask(owner, 'offer', 'Мюллера')).not.toEqual([])
  })
})

it('lists the ways to decline a term', async () => {
  expect(await ask(await test.signIn(), 'readings', ' Даль ')).toEqual([
    { text: 'Даль', paradigm: 0, forms: ['Даль', 'Даля', 'Далю', 'Далем', 'Дале'] },
    { text: 'Даль', paradigm: 1, forms: ['Даль', 'Дали', 'Далью'] },
    { text: 'Даль', paradigm: -1, forms: ['Даль'] },
  ])
})
