import type { Operation } from '@doslovno/contract/editing.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import { applyOperation, invertOperation } from '@doslovno/domain/editing/operations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { saveTranscript } from './save.ts'

let test: TestApp
let owner: Caller
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
})
afterAll(() => test.close())

const SENTENCES = ['Добрый день.', 'Меня зовут Мымрин.', 'Мы говорим о лесе.', 'Мымрину это нравится.']
const newScript = () => addScript(test, owner.userId ?? '', SENTENCES)
const read = async (id: string) => (await owner.call({ url: `/api/scripts/${id}` })).json<Script>()
const texts = ({ script }: Script) => script.map(({ text }) => text)

const edit = (id: string, version: number, operation: Operation, caller = owner) =>
  caller.call({ method: 'POST', url: `/api/scripts/${id}/edits`, payload: { version, operation } })

/** The transcript as the browser holds it. */
const transcriptOf = ({ script, speakerNames }: Script) => ({
  segments: script.map(({ speakerName: _name, ...segment }) => segment),
  speakers: speakerNames,
})

describe('an edit', () => {
  it('is stored with a new version, and unchanged words keep their times', async () => {
    const id = await newScript()

    const reply = await edit(id, 0, { kind: 'editText', at: 1, count: 1, text: 'Меня зовут Пётр Мымрин.' })

    const after = await read(id)
    expect(reply.json()).toEqual({ version: 1 })
    expect(after.version).toBe(1)
    expect(texts(after)).toEqual(['Добрый день.', 'Меня зовут Пётр Мымрин.', SENTENCES[2], SENTENCES[3]])
    expect(after.script[1]?.words.map(({ text, start }) => [text, start])).toEqual([
      ['Меня', 10],
      ['зовут', 11],
      ['Пётр', expect.any(Number)],
      ['Мымрин.', 12],
    ])
  })

  it('is found by the search immediately; the replaced text is not', async () => {
    const id = await newScript()
    await edit(id, 0, { kind: 'editText', at: 2, count: 1, text: 'Мы говорим об океане.' })
    const search = async (word: string) => {
      const reply = await owner.call({ url: `/api/scripts/search?search=${encodeURIComponent(word)}` })
      return reply.json<{ data: { id: string }[] }>().data.map((found) => found.id)
    }

    expect(await search('океанами')).toEqual([id])
    expect(await search('говорим лесом')).not.toContain(id)
  })

  it.each<[string, Operation]>([
    ['of one paragraph', { kind: 'editText', at: 1, count: 2, text: 'Иначе. И ещё. И ещё.' }],
    ['that removes a paragraph', { kind: 'editText', at: 0, count: 1, text: '' }],
    ['that splits a paragraph', { kind: 'splitSegment', at: 3, word: 1 }],
    ['that assigns a speaker', { kind: 'assignSpeaker', at: 0, scope: 'onwards', speaker: 2 }],
    ['that merges speakers', { kind: 'mergeSpeakers', from: 1, into: 0 }],
    ['that adds a speaker', { kind: 'addSpeaker', speaker: { speakerId: 5, name: 'Ия' } }],
    [
      'in many places',
      {
        kind: 'replaceMany',
        replacements: [
          { at: 1, from: 11, to: 17, text: 'Мимрин' },
          { at: 3, from: 0, to: 7, text: 'Мимрину' },
        ],
      },
    ],
  ])('%s is stored as the browser shows it, and its undo restores the exact text', async (_name, operation) => {
    const id = await newScript()
    const before = transcriptOf(await read(id))
    const undo = invertOperation(operation, before)

    await edit(id, 0, operation)
    const changed = transcriptOf(await read(id))
    const undone = await edit(id, 1, undo as Operation)

    expect(changed).toEqual(applyOperation(before, operation))
    expect(undone.json()).toEqual({ version: 2 })
    expect(transcriptOf(await read(id))).toEqual(before)
  })

  it('is refused for an outdated version, and its author can fetch the missed edits', async () => {
    const id = await newScript()
    const first: Operation = { kind: 'editText', at: 0, count: 1, text: 'Добрый вечер.' }
    await edit(id, 0, first)

    const late = await edit(id, 0, { kind: 'editText', at: 0, count: 1, text: 'Доброе утро.' })
    const missed = await owner.call({ url: `/api/scripts/${id}/edits?after=0` })

    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'editConflict' })
    expect(missed.json()).toEqual({ version: 1, operations: [first] })
    expect(texts(await read(id))[0]).toBe('Добрый вечер.')
  })

  it('succeeds in one of several concurrent tabs', async () => {
    const id = await newScript()
    const attempts = ['раз', 'два', 'три'].map((text) => edit(id, 0, { kind: 'editText', at: 0, count: 1, text }))

    const statuses = (await Promise.all(attempts)).map(({ statusCode }) => statusCode)

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it('keeps the recognised text available', async () => {
    const id = await newScript()
    await edit(id, 0, { kind: 'editText', at: 0, count: 4, text: 'Всё иначе.' })
    await edit(id, 1, { kind: 'editText', at: 0, count: 1, text: 'Совсем иначе.' })

    const original = (await owner.call({ url: `/api/scripts/${id}/original` })).json<Pick<Script, 'script'>>()

    expect(original.script.map(({ text }) => text)).toEqual(SENTENCES)
  })

  it('changes nothing if it is malformed or does not fit the text', async () => {
    const id = await newScript()
    const wrong = [
      { kind: 'editText', at: 9, count: 1, text: 'нет' },
      { kind: 'splitSegment', at: 0, word: 0 },
      { kind: 'dropTable' },
    ]

    for (const operation of wrong) expect((await edit(id, 0, operation as Operation)).statusCode).toBe(400)
    expect(await read(id)).toMatchObject({ version: 0 })
  })

  it('is allowed to the owner only, even if the file is public', async () => {
    const id = await newScript()
    await owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload: { publicFlag: true } })
    const other = await test.signIn()
    const operation: Operation = { kind: 'editText', at: 0, count: 1, text: 'взлом' }
    const visitor: Caller = { authorization: '', call: (options) => test.app.inject(options) }

    const statuses = [
      (await edit(id, 0, operation, other)).statusCode,
      (await edit(id, 0, operation, visitor)).statusCode,
      (await other.call({ url: `/api/scripts/${id}/edits` })).statusCode,
      (await other.call({ url: `/api/scripts/${id}/original` })).statusCode,
    ]

    expect(statuses).toEqual([404, 403, 404, 404])
    expect(texts(await read(id))).toEqual(SENTENCES)
  })
})

describe('a speaker', () => {
  const name = (id: string, speakerId: number, text: string) =>
    owner.call({ method: 'POST', url: `/api/scripts/${id}/edit-speaker-name`, payload: { speakerId, name: text } })

  it('can be named by the owner [FILE-6] [FILE-10] [API-5]', async () => {
    const id = await addScript(test, owner.userId ?? '', ['Раз.', 'Два.'])

    await name(id, 1, ' Анна ')
    await name(id, 1, 'Анна Ковалёва')
    const empty = await name(id, 0, '   ')

    const { script, speakerNames } = await read(id)
    expect(empty.statusCode).toBe(400)
    expect(speakerNames).toEqual([{ speakerId: 1, name: 'Анна Ковалёва' }])
    expect(script.map(({ speakerName }) => speakerName)).toEqual([undefined, 'Анна Ковалёва'])
  })

  it('is named by an operation, so that other tabs receive the name', async () => {
    const id = await newScript()

    await name(id, 1, 'Анна')
    const late = await edit(id, 0, { kind: 'nameSpeaker', speaker: { speakerId: 0, name: 'Пётр' } })
    const { version, operations } = (await owner.call({ url: `/api/scripts/${id}/edits?after=0` })).json<{
      version: number
      operations: Operation[]
    }>()

    expect(late.statusCode).toBe(409)
    expect({ version, operations }).toEqual({
      version: 1,
      operations: [{ kind: 'nameSpeaker', speaker: { speakerId: 1, name: 'Анна' } }],
    })
  })

  it('loses its name when the script is recognised again: the number may be another person', async () => {
    const id = await newScript()
    await name(id, 1, 'Анна')

    const before = await read(id)
    await test.ctx.db
      .transaction()
      .execute((tx) => saveTranscript(tx, { scriptId: id, userId: owner.userId ?? '' }, transcriptOf(before).segments))

    const after = await read(id)
    expect(before.speakerNames).toEqual([{ speakerId: 1, name: 'Анна' }])
    expect([after.speakerNames, after.version]).toEqual([[], 0])
    expect(texts(after)).toEqual(SENTENCES)
  })
})

describe('a text that only grows', () => {
  const WORDS = 8000
  /** Nearly the largest body that is accepted. */
  const large = (at: number, count: number): Operation => {
    const words = Array.from({ length: WORDS }, (_, index) => ({
      text: 'слово',
      start: index,
      end: index,
      confidence: null,
    }))
    const segment = { start: 0, end: 1, speaker: 0, text: 'слово '.repeat(3000), words }
    return { kind: 'restoreSegments', patches: [{ at, count, segments: [segment] }] }
  }

  it('is refused at a limit, and what was there before can still be edited', async () => {
    const id = await newScript()
    const statuses = []
    for (let version = 0; version < 4; version++) statuses.push((await edit(id, version, large(0, 0))).statusCode)
    const refused = await edit(id, 2, large(0, 0))

    expect(statuses).toEqual([200, 200, 422, 409])
    expect(refused.json()).toMatchObject({ code: 'textTooLong' })
    expect((await read(id)).version).toBe(2)
    expect((await edit(id, 2, { kind: 'editText', at: 0, count: 1, text: 'Короче.' })).statusCode).toBe(200)
  })

  it('keeps the newest edits of a long history, listed in pages', async () => {
    const id = await newScript()
    const EDITS = 18
    for (let version = 0; version < EDITS; version++) await edit(id, version, large(0, 1))
    const list = async (after: number) => {
      const reply = await owner.call({ url: `/api/scripts/${id}/edits?after=${after}` })
      return { bytes: reply.body.length, ...reply.json<{ version: number; operations: Operation[]; next?: number }>() }
    }

    const first = await list(EDITS - 6)
    const second = await list(first.next ?? 0)

    expect(first.operations.length).toBeGreaterThan(0)
    expect(first.operations.length).toBeLessThan(6)
    expect(first.next).toBe(EDITS - 6 + first.operations.length)
    expect(second.operations.length).toBeGreaterThan(0)
    expect(first.bytes).toBeLessThan(3_000_000)
    // The oldest are gone: a client that far behind loads the whole text.
    expect(await list(0)).toMatchObject({ version: EDITS, operations: [] })
    const { rows } = await sql<{ bytes: number }>`
      select sum(octet_length(operation::text))::int as bytes from edits where script_id = ${id}`.execute(test.ctx.db)
    expect(rows[0]?.bytes).toBeLessThan(10_000_000)
    expect((await edit(id, EDITS, { kind: 'editText', at: 0, count: 1, text: 'Короче.' })).statusCode).toBe(200)
  })

  it('lists small edits page by page', async () => {
    const id = await newScript()
    for (let version = 0; version < 5; version++)
      await edit(id, version, { kind: 'editText', at: 0, count: 1, text: `Правка ${version}.` })

    const reply = await owner.call({ url: `/api/scripts/${id}/edits?after=1&limit=2` })

    expect(reply.json()).toMatchObject({
      version: 5,
      operations: [{ text: 'Правка 1.' }, { text: 'Правка 2.' }],
      next: 3,
    })
  })

  it.each([
    { kind: 'restoreSpeakers', runs: [], speakers: [{ speakerId: 0, name: 'а'.repeat(101) }] },
    { kind: 'addSpeaker', speaker: { speakerId: 1e9, name: 'Анна' } },
    {
      kind: 'restoreSegments',
      patches: [{ at: 0, count: 0, segments: [{ start: 0, end: 1, speaker: 1e10, text: '', words: [] }] }],
    },
  ] as const)('is refused for a $kind out of bounds', async (operation) => {
    const reply = await edit(await newScript(), 0, operation as unknown as Operation) // readonly, and wrong on purpose

    expect(reply.statusCode).toBe(400)
  })
})
