import { randomUUID } from 'node:crypto'

import type { Operation } from '@doslovno/contract/editing.ts'
import type { Reply } from '@doslovno/contract/endpoint.ts'
import type { listHistory, listUndo } from '@doslovno/contract/history.ts'
import type { Script } from '@doslovno/contract/scripts.ts'
import { versionsOf } from '@doslovno/domain/history/versions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { updateScript } from '#features/scripts/index.ts'
import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { insertEdit } from './history-repo.ts'
import { exportOf, forget } from './repo.ts'
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
const texts = async (id: string) => (await read(id)).script.map(({ text }) => text)
const undoOf = async (id: string) =>
  (await owner.call({ url: `/api/scripts/${id}/undo` })).json<Reply<typeof listUndo>>()
const historyOf = async (id: string, before = '') =>
  (await owner.call({ url: `/api/scripts/${id}/history${before}` })).json<Reply<typeof listHistory>>()
const nameVersion = (id: string, version: number, name: string, caller = owner) =>
  caller.call({ method: 'PATCH', url: `/api/scripts/${id}/history/${version}`, payload: { name } })

type More = { step?: string; source?: string }

const edit = (id: string, version: number, operation: Operation, more: More = {}, caller = owner) =>
  caller.call({ method: 'POST', url: `/api/scripts/${id}/edits`, payload: { version, operation, ...more } })
const write = (at: number, text: string): Operation => ({ kind: 'editText', at, count: 1, text })

/** Applies the operations of a step as a browser does. */
async function take(id: string, side: 'undo' | 'redo') {
  const { version, ...stacks } = await undoOf(id)
  const operations = stacks[side].at(-1)?.operations ?? []
  const step = randomUUID()
  for (const [n, operation] of operations.entries()) await edit(id, version + n, operation, { step })
  return operations.length
}

/** Many edits of the first sentence, each a step of its own. */
async function addEdits(scriptId: string, count: number) {
  const operation = write(0, SENTENCES[0] ?? '')
  await test.ctx.db.transaction().execute(async (tx) => {
    for (let version = 1; version <= count; version++) {
      const tops = { undoTop: version, redoTop: null }
      await insertEdit(tx, {
        scriptId,
        version,
        operation,
        inverse: operation,
        size: { items: 0, letters: 0 },
        editedAt: new Date(),
        ...tops,
      })
    }
    await updateScript(tx, scriptId, { textVersion: count })
  })
}

describe('undo', () => {
  it('is offered after a reload, step by step back to the recognised text, and redo forth again', async () => {
    const id = await newScript()
    const typing = randomUUID()
    await edit(id, 0, write(0, 'Добрый'), { step: typing })
    await edit(id, 1, write(0, 'Добрый вечер.'), { step: typing })
    await edit(id, 2, { kind: 'mergeSpeakers', from: 1, into: 0 }, { step: randomUUID() })
    const [recognised, edited] = [SENTENCES, await read(id)]

    expect(await undoOf(id)).toMatchObject({ version: 3, undo: [{}, {}], redo: [] })
    expect(await take(id, 'undo')).toBe(1)
    expect(await take(id, 'undo')).toBe(2)
    expect(await texts(id)).toEqual(recognised)
    expect(await undoOf(id)).toMatchObject({ version: 6, undo: [], redo: [{}, {}] })

    await take(id, 'redo')
    await take(id, 'redo')
    expect((await read(id)).script).toEqual(edited.script)
    expect(await undoOf(id)).toMatchObject({ undo: [{}, {}], redo: [] })
  })

  it('drops what was undone once something else is edited', async () => {
    const id = await newScript()
    await edit(id, 0, write(0, 'Раз.'))
    await take(id, 'undo')

    await edit(id, 2, write(1, 'Два.'))

    const { undo, redo } = await undoOf(id)
    expect([undo.length, redo.length]).toEqual([1, 0])
    await take(id, 'undo')
    expect(await texts(id)).toEqual(SENTENCES)
  })

  it('is refused and changes nothing if the tab has not seen the last edit', async () => {
    const id = await newScript()
    await edit(id, 0, write(0, 'Раз.'))
    const { version, undo } = await undoOf(id)
    await edit(id, 1, write(1, 'Два.'))

    const late = await edit(id, version, undo.at(-1)?.operations[0] ?? write(0, ''))

    expect(late.json()).toMatchObject({ code: 'editConflict' })
    expect(await texts(id)).toEqual(['Раз.', 'Два.', SENTENCES[2], SENTENCES[3]])
  })

  it('ends at an edit that was stored without its inverse', async () => {
    const id = await newScript()
    await edit(id, 0, write(0, 'Раз.'))
    const operation = JSON.stringify(write(1, 'Два.'))
    await test.ctx.db
      .insertInto('edits')
      .values({ scriptId: id, version: 2, operation, editedAt: new Date() })
      .execute()
    await test.ctx.db.updateTable('scripts').set({ textVersion: 2 }).where('id', '=', id).execute()

    await edit(id, 2, write(2, 'Три.'))

    expect((await undoOf(id)).undo).toHaveLength(1)
    expect((await historyOf(id)).edits.map(({ inverse }) => inverse === null)).toEqual([false, true, false])
  })

  it('comes in shares that a page can hold', async () => {
    const id = await newScript()
    await addEdits(id, 120)

    expect((await undoOf(id)).undo).toHaveLength(100)
  })
})

describe('the history', () => {
  it('gives every earlier text, with times, sources and names', async () => {
    const id = await newScript()
    test.clock.now = new Date('2026-11-17T10:00:00Z')
    await edit(id, 0, write(0, 'Доброе утро.'))
    await nameVersion(id, 1, ' Черновик ')
    test.clock.now = new Date('2026-11-17T12:00:00Z')
    await edit(id, 1, write(1, 'Меня зовут Пётр.'), { source: 'vocabulary' })
    await edit(id, 2, write(0, 'Добрый день.'), { source: 'restore' })

    const { version, script, speakerNames: speakers } = await read(id)
    const { edits, next } = await historyOf(id)
    const segments = script.map(({ speakerName: _name, ...segment }) => segment)
    const versions = versionsOf({ version, transcript: { segments, speakers } }, edits)

    expect(next).toBeUndefined()
    expect(
      versions.map(({ editedAt, source, name, transcript }) => [
        editedAt,
        source,
        name,
        ...transcript.segments.slice(0, 2).map(({ text }) => text),
      ]),
    ).toEqual([
      ['2026-11-17T12:00:00.000Z', 'restore', null, 'Добрый день.', 'Меня зовут Пётр.'],
      ['2026-11-17T12:00:00.000Z', 'vocabulary', null, 'Доброе утро.', 'Меня зовут Пётр.'],
      ['2026-11-17T10:00:00.000Z', null, 'Черновик', 'Доброе утро.', 'Меня зовут Мымрин.'],
    ])
  })

  it('marks edits through the API as made by a program, whatever source they claim', async () => {
    const id = await newScript()
    const key = await owner.call({ method: 'POST', url: '/api/account/generate-api-key', payload: {} })
    const headers = { authorization: `Bearer ${key.json<{ apiKey: string }>().apiKey}` }
    const payload = { version: 0, operation: write(0, 'Робот.'), source: 'restore' }
    await test.app.inject({ method: 'POST', url: `/api/scripts/${id}/edits`, headers, payload })

    expect((await historyOf(id)).edits).toMatchObject([{ version: 1, source: 'program' }])
  })

  it('is listed page by page', async () => {
    const id = await newScript()
    await addEdits(id, 502)

    const first = await historyOf(id)
    const second = await historyOf(id, `?before=${first.next}`)

    expect([first.edits[0]?.version, first.edits.length, first.next]).toEqual([502, 500, 3])
    expect(second.edits.map(({ version }) => version)).toEqual([2, 1])
    expect(second.next).toBeUndefined()
  })

  it('takes a short name of one line for a version that exists, and forgets it when it is emptied', async () => {
    const id = await newScript()
    await edit(id, 0, write(0, 'Раз.'))

    expect((await nameVersion(id, 1, 'До отправки')).json()).toEqual({ name: 'До отправки' })
    expect((await nameVersion(id, 2, 'Нет такой')).statusCode).toBe(404)
    expect((await nameVersion(id, 1, 'я'.repeat(61))).statusCode).toBe(400)
    expect((await nameVersion(id, 1, '  ')).json()).toEqual({ name: null })
  })

  it('is open to the owner only, even if the file is public', async () => {
    const id = await newScript()
    await edit(id, 0, write(0, 'Раз.'))
    await owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload: { publicFlag: true } })
    const other = await test.signIn()

    const statuses = [
      (await other.call({ url: `/api/scripts/${id}/undo` })).statusCode,
      (await other.call({ url: `/api/scripts/${id}/history` })).statusCode,
      (await nameVersion(id, 1, 'Взлом', other)).statusCode,
      (await test.app.inject({ url: `/api/scripts/${id}/history` })).statusCode,
    ]

    expect(statuses).toEqual([404, 404, 404, 403])
    expect((await historyOf(id)).edits).toMatchObject([{ name: null }])
  })

  it('is part of the archive of personal data, and goes with the text', async () => {
    const id = await newScript()
    await edit(id, 0, write(0, 'Раз.'))
    await nameVersion(id, 1, 'До отправки')

    const { edits } = await exportOf(test.ctx.db, id)
    await forget(test.ctx.db, id)

    expect(edits).toMatchObject([{ version: 1, name: 'До отправки', operation: { text: 'Раз.' } }])
    expect((await historyOf(id)).edits).toEqual([])
  })

  it('starts again with a new recognition', async () => {
    const id = await newScript()
    await edit(id, 0, write(0, 'Раз.'))

    await test.ctx.db
      .transaction()
      .execute((tx) => saveTranscript(tx, { scriptId: id, userId: owner.userId ?? '' }, []))

    expect(await undoOf(id)).toEqual({ version: 0, undo: [], redo: [] })
    expect(await historyOf(id)).toEqual({ edits: [] })
  })
})
