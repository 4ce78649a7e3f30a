import { spreadWords } from '@doslovno/domain/transcript/spread-words.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import type { TaskKind } from './jobs.ts'
import { findTask } from './tasks/repo.ts'
import { keepResult } from './tasks/run.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const ANNA = [1, 0]
const BORIS = [0, 1]
const FIRST_WINDOW = {
  turns: [
    { start: 0.123, end: 40, speaker: 0 },
    { start: 40, end: 90, speaker: 1 },
  ],
  voices: [
    { seconds: 40, embedding: ANNA },
    { seconds: 50, embedding: BORIS },
  ],
  voicesThreshold: 0.5,
}
/** The voices of another window have numbers of their own. */
const SECOND_WINDOW = {
  turns: [
    { start: 5, end: 60, speaker: 0 },
    { start: 60, end: 100, speaker: 1 },
  ],
  voices: [
    { seconds: 55, embedding: BORIS },
    { seconds: 40, embedding: ANNA },
  ],
  voicesThreshold: 0.5,
}

/** A file under way, with tasks that workers have taken. */
async function startFile(owner: Caller): Promise<{ url: string; processId: string }> {
  const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
  const started = await owner.call({ method: 'POST', url: `/api/scripts/${id}/process`, payload: {} })
  const { processId } = started.json<{ processId: string }>()
  const taken = { processId, state: 'queued' as const, attempts: 1 }
  await test.ctx.db
    .insertInto('tasks')
    .values([
      { ...taken, kind: 'recognise', index: 0, startSeconds: 0, endSeconds: 50 },
      { ...taken, kind: 'diarise', index: 0, startSeconds: 0, endSeconds: 600 },
      { ...taken, kind: 'diarise', index: 1, startSeconds: 600, endSeconds: 700 },
    ])
    .execute()
  await test.ctx.db.updateTable('processes').set({ tasksLeft: 10 }).where('id', '=', processId).execute()
  return { url: `/api/scripts/${id}/draft`, processId }
}

async function endTask(processId: string, kind: TaskKind, index: number, result: unknown): Promise<void> {
  const task = await findTask(test.ctx.db, { processId, kind, index })
  if (task) await keepResult(test.ctx, task, { state: 'done', result })
}

it('the draft carries the turns of the windows diarised so far, whole with every reply', async () => {
  const owner = await test.signIn()
  const { url, processId } = await startFile(owner)
  const draft = async (from: number) => (await owner.call({ url: `${url}?from=${from}` })).json()

  expect(await draft(0)).toEqual({ data: [], next: 0, hasMore: false, turns: [] })
  await endTask(processId, 'recognise', 0, spreadWords(['Добрый', 'день.'], { start: 1, end: 3 }))
  await endTask(processId, 'diarise', 0, FIRST_WINDOW)
  expect(await draft(0)).toEqual({
    data: [{ start: 1, end: 3, text: 'Добрый день.' }],
    next: 1,
    hasMore: false,
    turns: [
      { start: 0.12, end: 40, speaker: 0 },
      { start: 40, end: 90, speaker: 1 },
    ],
  })
  await endTask(processId, 'diarise', 1, SECOND_WINDOW)

  expect(await draft(1)).toEqual({
    data: [],
    next: 1,
    hasMore: false,
    turns: [
      { start: 0.12, end: 40, speaker: 0 },
      { start: 40, end: 90, speaker: 1 },
      { start: 605, end: 660, speaker: 1 },
      { start: 660, end: 700, speaker: 0 },
    ],
  })
})

it('a long draft comes in parts, each from where the last one ended', async () => {
  const owner = await test.signIn()
  const { url, processId } = await startFile(owner)
  const chunks = Array.from({ length: 119 }, (_, n) => ({
    processId,
    kind: 'recognise' as const,
    index: n + 1,
    startSeconds: (n + 1) * 48,
    endSeconds: (n + 2) * 48,
    state: 'done' as const,
    result: JSON.stringify(spreadWords([`Часть`, `${n + 1}.`], { start: (n + 1) * 48, end: (n + 1) * 48 + 2 })),
  }))
  await test.ctx.db.insertInto('tasks').values(chunks).execute()
  await endTask(processId, 'recognise', 0, spreadWords(['Часть', '0.'], { start: 1, end: 3 }))

  const parts = []
  for (let from = 0, hasMore = true; hasMore;) {
    const reply = await owner.call({ url: `${url}?from=${from}` })
    const part = reply.json<{ data: { text: string }[]; next: number; hasMore: boolean }>()
    parts.push(part.data.map(({ text }) => text))
    ;({ next: from, hasMore } = part)
  }

  expect(parts.map(({ length }) => length)).toEqual([50, 50, 20])
  expect(parts.flat()).toEqual(Array.from({ length: 120 }, (_, n) => `Часть ${n}.`))
})

it('a new window changes the version of the draft', async () => {
  const owner = await test.signIn()
  const { url, processId } = await startFile(owner)
  const poll = (tag = '') => owner.call({ url, headers: { 'if-none-match': tag } })
  // On a busy machine the start itself may still be told of.
  const tag = await vi.waitFor(async () => {
    const known = String((await poll()).headers.etag)
    expect((await poll(known)).statusCode).toBe(304)
    return known
  })

  await endTask(processId, 'diarise', 0, FIRST_WINDOW)

  await vi.waitFor(async () => {
    const reply = await poll(tag)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toHaveProperty('turns.length', 2)
  })
})
