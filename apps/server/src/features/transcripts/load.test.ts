import type { Operation } from '@doslovno/contract/editing.ts'
import { applyOperation } from '@doslovno/domain/editing/operations.ts'
import { sizeOf } from '@doslovno/domain/editing/transcript.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { sizeAt } from './history-repo.ts'
import { listSegments, speakerNames } from './repo.ts'

let test: TestApp
let owner: Caller
beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
})
afterAll(() => test.close())

const sentences = (count: number) => Array.from({ length: count }, (_, n) => `Раз два три четыре пять шесть ${n}.`)
const newScript = (count: number) => addScript(test, owner.userId ?? '', sentences(count))
const edit = (id: string, version: number, operation: Operation, caller = owner) =>
  caller.call({ method: 'POST', url: `/api/scripts/${id}/edits`, payload: { version, operation } })
const write = (at: number, text: string): Operation => ({ kind: 'editText', at, count: 1, text })

/** Runs `work` while another transaction holds the row of a script. */
function whileHeld(id: string, work: () => Promise<void>): Promise<void> {
  return test.ctx.db.transaction().execute(async (tx) => {
    await sql`select 1 from scripts where id = ${id} for update`.execute(tx)
    await work()
  })
}

describe('edits of one user', () => {
  it('wait three at a time, and leave the connections to others', async () => {
    const id = await newScript(3)
    const other = await test.signIn()
    const statuses: number[] = []
    const edits: Promise<unknown>[] = []

    await whileHeld(id, async () => {
      for (let n = 0; n < 12; n++)
        edits.push(edit(id, 0, write(0, `Правка ${n}.`)).then((reply) => statuses.push(reply.statusCode)))
      await vi.waitFor(() => expect(statuses).toEqual(Array(8).fill(429)), { timeout: 10_000 })
      expect((await other.call({ url: '/api/scripts' })).statusCode).toBe(200)
    })
    await Promise.all(edits)

    expect(statuses.slice(8).toSorted((one, other) => one - other)).toEqual([200, 409, 409, 409])
  })

  it('give up a text that somebody holds sooner than other statements would, and may be sent again', async () => {
    const id = await newScript(3)

    await whileHeld(id, async () => {
      const usual = sql`select 1 from scripts where id = ${id} for update`.execute(test.ctx.db)
      const reply = await Promise.race([edit(id, 0, write(0, 'Правка.')), usual.catch(() => undefined)])
      expect(reply).toMatchObject({ statusCode: 409 })
    })

    expect((await edit(id, 0, write(0, 'Правка.'))).statusCode).toBe(200)
  })

  it('are limited apart from other calls, and those of thousands of segments more narrowly', async () => {
    const strict = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 0.1 } })
    const person = await strict.signIn()
    const id = await addScript(strict, person.userId ?? '', sentences(3))
    const wide: Operation = { kind: 'editText', at: 0, count: 6000, text: 'Всё.' }

    const statuses = []
    for (let n = 0; n < 3; n++) statuses.push((await edit(id, 0, wide, person)).statusCode)
    for (let n = 0; n < 28; n++) statuses.push((await edit(id, n, write(0, `Правка ${n}.`), person)).statusCode)

    expect(statuses).toEqual([400, 400, 429, ...Array(27).fill(200), 429])
    expect((await person.call({ url: '/api/scripts' })).statusCode).toBe(200)
    await strict.close()
  })
})

describe('an edit of a long text', () => {
  it.each<[string, Operation]>([
    ['a word', write(2000, 'Слово.')],
    [
      'two far places',
      { kind: 'replaceMany', replacements: [1, 7900].map((at) => ({ at, from: 0, to: 3, text: 'Час' })) },
    ],
    ['a name', { kind: 'nameSpeaker', speaker: { speakerId: 0, name: 'Анна' } }],
  ])('costs less than reading the text: %s', async (_what, operation) => {
    const id = await newScript(8000)
    await edit(id, 0, operation) // keeps the recognised text
    await listSegments(test.ctx.db, id)

    const read = await cpuOf(3, () => listSegments(test.ctx.db, id))
    const edited = await cpuOf(3, (n) => edit(id, n + 1, operation))

    expect(edited).toBeLessThan(read)
  })

  it.each<Operation>([
    write(7, 'Семь восемь девять. Ещё слово.'),
    { kind: 'editText', at: 0, count: 2, text: 'Начало.' },
    { kind: 'editText', at: 28, count: 2, text: '' },
    { kind: 'replaceMany', replacements: [3, 20].map((at) => ({ at, from: 0, to: 3, text: 'Час' })) },
    { kind: 'splitSegment', at: 29, word: 3 },
    { kind: 'assignSpeaker', at: 4, count: 3, scope: 'onwards', speaker: 7 },
    { kind: 'mergeSpeakers', from: 1, into: 0 },
    { kind: 'restoreSpeakers', runs: [{ at: 2, count: 5, speaker: 3 }], speakers: [{ speakerId: 3, name: 'Ия' }] },
    {
      kind: 'restoreSegments',
      patches: [
        { at: 2, count: 3, segments: [] },
        {
          at: 9,
          count: 0,
          segments: [
            {
              start: 90,
              end: 91,
              speaker: 2,
              text: 'Да.',
              words: [{ text: 'Да.', start: 90, end: 91, confidence: 0.5 }],
            },
          ],
        },
      ],
    },
  ])('stores what it would make of the whole text, with its size and voices: $kind', async (operation) => {
    const id = await newScript(30)
    const { db } = test.ctx
    const before = { segments: await listSegments(db, id), speakers: await speakerNames(db, id) }
    const after = applyOperation(before, operation)

    const reply = await edit(id, 0, operation)

    const { speakers } = await db
      .selectFrom('scripts')
      .select('speakers')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(reply.statusCode).toBe(200)
    expect({ segments: await listSegments(db, id), speakers: await speakerNames(db, id) }).toEqual(after)
    expect(await sizeAt(db, id, 1)).toEqual(sizeOf(after?.segments ?? []))
    expect(speakers).toBe(new Set(after?.segments.map(({ speaker }) => speaker)).size)
  })

  it('counts the text of an edit that does not know its size', async () => {
    const id = await newScript(30)
    await edit(id, 0, write(3, 'Короче.'))
    await sql`update edits set text_items = null, text_letters = null where script_id = ${id}`.execute(test.ctx.db)

    expect(await sizeAt(test.ctx.db, id, 1)).toEqual(sizeOf(await listSegments(test.ctx.db, id)))
  })
})

async function cpuOf(times: number, work: (n: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < times; n++) await work(n)
  const { user, system } = process.cpuUsage(before)
  return user + system
}
