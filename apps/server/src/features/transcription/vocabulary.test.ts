import { randomUUID } from 'node:crypto'

import type { Script } from '@doslovno/contract/scripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { failProcessing, recognise } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { addVocabulary, usedOf } from '#test/vocabulary-terms.ts'

import { finishProcess } from './finish.ts'
import { findProcess } from './process-repo.ts'
import { requeueScript } from './requeue.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const HEARD = ['Спросил Мюлер у Волго Волго утром.', 'Поедем в тоска на летом.']
const RU = { language: 'ru', sentences: HEARD }

type Options = Parameters<typeof recognise>[3]

async function processed(owner: Caller, options: Options = {}): Promise<Script> {
  const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded', durationSeconds: 20 })
  await recognise(test, owner, id, { ...RU, ...options })
  return (await owner.call({ url: `/api/scripts/${id}` })).json<Script>()
}

const textOf = ({ script }: Script) => script.map(({ text }) => text)
const marksOf = ({ script }: Script) =>
  script.flatMap(({ words }) => words.filter(({ heard, maybe }) => heard !== undefined || maybe))

/** The text with its words as it is stored, byte for byte. */
async function storedText({ id }: Script): Promise<string> {
  const { rows } = await sql`
    select index, start_seconds, end_seconds, speaker, text, words::text as words from segments
    where script_id = ${id} order by index`.execute(test.ctx.db)
  return JSON.stringify(rows)
}

async function ownerWith(...terms: string[]) {
  const owner = await test.signIn()
  const ids = await addVocabulary(test, owner.userId ?? '', terms)
  return { owner, idOf: (text: string) => ids.get(text) }
}

describe('the vocabulary of the owner', () => {
  it('puts terms right and marks what it changed and what it doubts', async () => {
    const { owner, idOf } = await ownerWith('Мюллер', 'Волга-Волга', 'Тоскана')

    const script = await processed(owner)

    expect(textOf(script)).toEqual(['Спросил Мюллер у Волга-Волга утром.', 'Поедем в тоска на летом.'])
    expect(marksOf(script)).toMatchObject([
      { text: 'Мюллер', heard: 'Мюлер', termId: idOf('Мюллер') },
      { text: 'Волга-Волга', heard: 'Волго Волго', termId: idOf('Волга-Волга') },
      { text: 'тоска', maybe: { text: 'Тоскана', words: 2, termId: idOf('Тоскана') } },
    ])
  })

  it('counts a use once, however often the process ends', async () => {
    const { owner, idOf } = await ownerWith('Мюллер')
    const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
    const processId = await recognise(test, owner, id, RU)

    await finishProcess(test.ctx, processId)

    expect(await usedOf(test, idOf('Мюллер'))).toBe(1)
  })

  it('is noted with its version', async () => {
    const { owner } = await ownerWith('Мюллер')
    const { processId = '' } = await processed(owner)

    expect((await findProcess(test.ctx.db, processId))?.vocabulary).toEqual({
      asked: { vocabularyIds: [], names: [] },
      applied: [{ vocabularyId: owner.userId, version: 1 }],
    })
  })

  it('applies as it is now, after a change too', async () => {
    const { owner } = await ownerWith('Волга-Волга')
    await processed(owner)
    await addVocabulary(test, owner.userId ?? '', ['Мюллер'])

    expect(textOf(await processed(owner))[0]).toBe('Спросил Мюллер у Волга-Волга утром.')
  })

  it('changes no byte if it is empty', async () => {
    const owner = await test.signIn()

    const [empty, off] = [await processed(owner), await processed(owner, { vocabulary: null })]

    expect(await storedText(empty)).toBe(await storedText(off))
    expect(textOf(empty)).toEqual(HEARD)
  })

  it('is for Russian only', async () => {
    const { owner } = await ownerWith('Мюллер')

    expect(textOf(await processed(owner, { language: 'kk' }))).toEqual(HEARD)
  })

  it('leaves the text as heard if it fails', async () => {
    const { owner } = await ownerWith('Мюллер')
    const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
    const broken = JSON.stringify({ asked: { vocabularyIds: [], names: [5] }, applied: [] })
    const breaking = test.ctx.db.updateTable('processes').set({ vocabulary: broken }).where('scriptId', '=', id)

    await recognise(test, owner, id, { ...RU, beforeEnd: () => breaking.execute() })

    const script = (await owner.call({ url: `/api/scripts/${id}` })).json<Script>()
    expect(script.status).toBe('complete')
    expect(textOf(script)).toEqual(HEARD)
  })
})

describe('the vocabulary of one file', () => {
  it('is none if the owner switched it off', async () => {
    const { owner } = await ownerWith('Мюллер')

    const script = await processed(owner, { vocabulary: null })

    expect(textOf(script)).toEqual(HEARD)
    expect(marksOf(script)).toEqual([])
  })

  it('has names that join no vocabulary', async () => {
    const owner = await test.signIn()

    const named = await processed(owner, { vocabulary: { names: ['Мюллер'] } })
    const next = await processed(owner)

    expect(textOf(named)[0]).toContain('Мюллер')
    expect(textOf(next)).toEqual(HEARD)
  })

  it.each(['Мюллер: 2', 'М', 'один два три четыре пять', 'а/б'])('refuses the name «%s»', async (name) => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
    const payload = { vocabulary: { names: [name] } }

    const reply = await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })

    expect(reply.statusCode).toBe(400)
  })

  it('has names typed with separate accents', async () => {
    const owner = await test.signIn()

    const script = await processed(owner, { vocabulary: { names: ['Зайцёв'.normalize('NFD'), 'Мюллер'] } })

    expect(textOf(script)[0]).toContain('Мюллер')
  })

  it('stays the same when an operator processes the file again', async () => {
    const { owner } = await ownerWith('Мюллер')
    const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
    await failProcessing(test, owner, id, 'processingFailed', { vocabulary: null })

    const requeued = await requeueScript(test.ctx, id)

    const { processId } = requeued as { processId: string }
    expect((await findProcess(test.ctx.db, processId))?.vocabulary).toEqual({ asked: null, applied: [] })
  })

  it('has shared terms of a vocabulary that the owner is a member of', async () => {
    const [author, member] = [await test.signIn(), await test.signIn()]
    const id = randomUUID()
    await addVocabulary(test, author.userId ?? '', ['Мюллер'], { id, members: [member.userId ?? ''] })

    const chosen = await processed(member, { vocabulary: { vocabularyIds: [id] } })
    const notChosen = await processed(member)

    expect(textOf(chosen)[0]).toContain('Мюллер')
    expect(textOf(notChosen)).toEqual(HEARD)
  })

  it('has no terms of a vocabulary of strangers', async () => {
    const [author, stranger] = [await test.signIn(), await test.signIn()]
    const vocabularyId = randomUUID()
    await addVocabulary(test, author.userId ?? '', ['Мюллер'], { id: vocabularyId })
    const id = await addScript(test, stranger.userId ?? '', [], { status: 'uploaded' })
    const payload = { vocabulary: { vocabularyIds: [vocabularyId] } }

    const reply = await stranger.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload })

    expect(reply.statusCode).toBe(404)
  })
})
