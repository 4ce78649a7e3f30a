import type { Operation } from '@doslovno/contract/editing.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import { applyOperation, invertOperation } from '@doslovno/domain/editing/operations.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addScript } from '#test/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

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

/** The text as the browser has it. */
const transcriptOf = ({ script, speakerNames }: Script) => ({
  segments: script.map(({ speakerName: _name, ...segment }) => segment),
  speakers: speakerNames,
})

describe('a correction', () => {
  it('is kept; untouched words keep their times, and the text has another version', async () => {
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

  it('is found by the search at once, what it replaced is not', async () => {
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
    ['that parts a paragraph', { kind: 'splitSegment', at: 3, word: 1 }],
    ['of a speaker', { kind: 'assignSpeaker', at: 0, scope: 'onwards', speaker: 2 }],
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
  ])('%s is stored as the browser shows it, and its undo gives the exact text back', async (_name, operation) => {
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

  it('of a text that was changed meanwhile is refused, and who is behind can catch up', async () => {
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

  it('made by two tabs at once is made by one of them', async () => {
    const id = await newScript()
    const tries = ['раз', 'два', 'три'].map((text) => edit(id, 0, { kind: 'editText', at: 0, count: 1, text }))

    const statuses = (await Promise.all(tries)).map(({ statusCode }) => statusCode)

    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  })

  it('leaves the recognised text to go back to', async () => {
    const id = await newScript()
    await edit(id, 0, { kind: 'editText', at: 0, count: 4, text: 'Всё иначе.' })
    await edit(id, 1, { kind: 'editText', at: 0, count: 1, text: 'Совсем иначе.' })

    const original = (await owner.call({ url: `/api/scripts/${id}/original` })).json<Pick<Script, 'script'>>()

    expect(original.script.map(({ text }) => text)).toEqual(SENTENCES)
  })

  it('that does not fit the text, or is no correction at all, changes nothing', async () => {
    const id = await newScript()
    const wrong = [
      { kind: 'editText', at: 9, count: 1, text: 'нет' },
      { kind: 'splitSegment', at: 0, word: 0 },
      { kind: 'dropTable' },
    ]

    for (const operation of wrong) expect((await edit(id, 0, operation as Operation)).statusCode).toBe(400)
    expect(await read(id)).toMatchObject({ version: 0 })
  })

  it('is nobody’s but the owner’s, by no call, also where the file is open to all', async () => {
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
