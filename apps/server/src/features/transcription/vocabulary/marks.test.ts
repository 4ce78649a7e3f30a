import { randomUUID } from 'node:crypto'

import type { TermPlace } from '@doslovno/contract/script-vocabulary.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { joinWords } from '@doslovno/domain/transcript/spread-words.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { acceptTerm, undoTerm, undoTerms } from '@doslovno/domain/vocabulary/correct.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { recognise } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { addVocabulary, usedOf } from '#test/vocabulary-terms.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const HEARD = ['Спросил Мюлер у Волго Волго утром.', 'Поедем в тоска на летом.']
const TERMS = ['Мюллер', 'Волга-Волга', 'Тоскана']

async function ownerOfTerms() {
  const owner = await test.signIn()
  const ids = await addVocabulary(test, owner.userId ?? '', TERMS)
  return { owner, idOf: (text: string) => ids.get(text) ?? '' }
}

/** A file that was processed with the vocabulary of its owner. */
async function addProcessed(owner: Caller, vocabulary?: null): Promise<string> {
  const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded', durationSeconds: 20 })
  await test.ctx.db.updateTable('scripts').set({ language: 'ru' }).where('id', '=', id).execute()
  await recognise(test, owner, id, {
    language: 'ru',
    sentences: HEARD,
    ...(vocabulary === undefined ? {} : { vocabulary }),
  })
  return id
}

const read = async (caller: Pick<Caller, 'call'>, id: string) =>
  (await caller.call({ url: `/api/scripts/${id}` })).json<Script>()
const textOf = (segments: readonly { text: string }[]) => segments.map(({ text }) => text)

const answer = (caller: Caller, id: string, ...answers: object[]) =>
  caller.call({ method: 'POST', url: `/api/scripts/${id}/vocabulary/answers`, payload: { answers } })

const findPlaces = (caller: Caller, id: string) => caller.call({ method: 'POST', url: `/api/scripts/${id}/vocabulary` })

/** Changes the words of segment `at` by an ordinary edit. */
async function changeWords(owner: Caller, id: string, at: number, change: (words: readonly Word[]) => readonly Word[]) {
  const { version, script } = await read(owner, id)
  const { speakerName: _, ...segment } = script[at] ?? ({} as Segment & { speakerName?: string })
  const words = change(segment.words)
  const segments = [{ ...segment, words, text: joinWords(words) }]
  const operation = { kind: 'restoreSegments', patches: [{ at, count: 1, segments }] }
  return owner.call({ method: 'POST', url: `/api/scripts/${id}/edits`, payload: { version, operation } })
}

describe('marks', () => {
  it('are not shown to visitors, not even what was heard', async () => {
    const { owner } = await ownerOfTerms()
    const id = await addProcessed(owner)
    await test.ctx.db.updateTable('scripts').set({ isPublic: true }).where('id', '=', id).execute()
    const stranger = await test.signIn()

    const seen = [await test.app.inject({ url: `/api/scripts/${id}` }), await stranger.call({ url: `/api/scripts/${id}` })] // prettier-ignore

    for (const { body } of seen) {
      expect(body).toContain('Волга-Волга')
      expect(body).not.toMatch(/heard|termId|maybe|Мюлер|Волго/u)
    }
  })

  it('are taken back one by one and all at once, byte for byte', async () => {
    const { owner } = await ownerOfTerms()
    const [oneByOne, atOnce] = [await addProcessed(owner), await addProcessed(owner)]

    await changeWords(owner, oneByOne, 0, (words) => undoTerm(words, 1))
    const half = await read(owner, oneByOne)
    await changeWords(owner, oneByOne, 0, (words) => undoTerm(words, 3))
    await changeWords(owner, atOnce, 0, undoTerms)

    expect(textOf(half.script)[0]).toBe('Спросил Мюлер у Волга-Волга утром.')
    expect(textOf((await read(owner, oneByOne)).script)).toEqual(HEARD)
    expect(textOf((await read(owner, atOnce)).script)).toEqual(HEARD)
  })

  it('stay on a question that became a term', async () => {
    const { owner, idOf } = await ownerOfTerms()
    const id = await addProcessed(owner)

    await changeWords(owner, id, 1, (words) => acceptTerm(words, 2))

    const { script } = await read(owner, id)
    expect(script[1]?.text).toBe('Поедем в Тоскана летом.')
    expect(script[1]?.words[2]).toMatchObject({ text: 'Тоскана', heard: 'тоска на', termId: idOf('Тоскана') })
  })
})

describe('an answer', () => {
  it('counts what helped and what was taken back', async () => {
    const { owner, idOf } = await ownerOfTerms()
    const id = await addProcessed(owner)

    const reply = await answer(
      owner,
      id,
      { heard: 'тоска на', termId: idOf('Тоскана'), answer: 'accepted' },
      { heard: 'Мюлер', termId: idOf('Мюллер'), answer: 'undone' },
    )

    expect(reply.statusCode).toBe(200)
    const used = await Promise.all(TERMS.map((text) => usedOf(test, idOf(text))))
    expect(used).toEqual([0, 1, 1])
  })

  it('holds in the next file if it was «never»', async () => {
    const { owner, idOf } = await ownerOfTerms()
    const id = await addProcessed(owner)

    await answer(owner, id, { heard: 'Мюлер', termId: idOf('Мюллер'), answer: 'never' })

    const next = await read(owner, await addProcessed(owner))
    expect(textOf(next.script)[0]).toBe('Спросил Мюлер у Волга-Волга утром.')
  })

  it('changes nothing in vocabularies of others', async () => {
    const { owner, idOf } = await ownerOfTerms()
    await addProcessed(owner)
    const stranger = await test.signIn()
    const own = await addProcessed(stranger)

    const reply = await answer(stranger, own, { heard: 'Мюлер', termId: idOf('Мюллер'), answer: 'never' })

    expect(reply.statusCode).toBe(200)
    expect(await usedOf(test, idOf('Мюллер'))).toBe(1)
    expect(textOf((await read(owner, await addProcessed(owner))).script)[0]).toContain('Мюллер')
  })

  it('and a search of places are only for the owner of the file', async () => {
    const { owner } = await ownerOfTerms()
    const id = await addProcessed(owner)
    const stranger = await test.signIn()

    const replies = [
      await findPlaces(stranger, id),
      await answer(stranger, id, { heard: 'Мюлер', termId: randomUUID(), answer: 'undone' }),
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  })
})

describe('places of a ready file', () => {
  it('are those where the vocabulary would change its text', async () => {
    const { owner, idOf } = await ownerOfTerms()
    const id = await addProcessed(owner, null)

    const reply = await findPlaces(owner, id)

    expect(reply.json<{ places: TermPlace[]; version: number }>()).toEqual({
      version: 0,
      places: [
        { at: 0, word: 1, words: 1, heard: 'Мюлер', text: 'Мюллер', termId: idOf('Мюллер'), isQuestion: false },
        { at: 0, word: 3, words: 2, heard: 'Волго Волго', text: 'Волга-Волга', termId: idOf('Волга-Волга'), isQuestion: false }, // prettier-ignore
        { at: 1, word: 2, words: 2, heard: 'тоска на', text: 'Тоскана', termId: idOf('Тоскана'), isQuestion: true },
      ],
    })
    expect(textOf((await read(owner, id)).script)).toEqual(HEARD)
  })

  it('leave out words that carry a mark', async () => {
    const { owner } = await ownerOfTerms()

    const reply = await findPlaces(owner, await addProcessed(owner))

    expect(reply.json<{ places: TermPlace[] }>().places).toEqual([])
  })
})
