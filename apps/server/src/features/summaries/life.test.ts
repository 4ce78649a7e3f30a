import type { ProcessState, Script } from '@doslovno/contract/scripts.ts'
import type { ActionItem, ChapterView, Summary } from '@doslovno/contract/summaries.ts'
import { MEETING } from '@doslovno/texts/test/launch-meeting.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import {
  addFreshTalk,
  addTalk,
  composeWaiting,
  failWaiting,
  findChaptersWaiting,
  make,
  read,
  recognise,
} from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { raiseProgress } from './repo.ts'
import { reviveSummaries } from './start.ts'

let test: TestApp
let owner: Caller

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
})
afterAll(() => test.close())

const MINUTE_MS = 60_000
const never = new AbortController().signal

const addUnprocessed = () => addScript(test, owner.userId ?? '', [], { status: 'uploaded', durationSeconds: 80 })
const scriptOf = async (id: string) => (await owner.call({ url: `/api/scripts/${id}` })).json<Script>()
const stateOf = async (id: string) => (await owner.call({ url: `/api/scripts/${id}/status` })).json<ProcessState>()
const chaptersOf = async (id: string) =>
  (await owner.call({ url: `/api/scripts/${id}/chapters` })).json<{ data: ChapterView[]; isReady: boolean }>()
const tasksOf = async (id: string) =>
  (await owner.call({ url: `/api/scripts/${id}/tasks` })).json<{ data: ActionItem[]; isReady: boolean }>()

/** Rows of a script in every table of the feature. */
async function rowsOf(scriptId: string): Promise<number> {
  const { db } = test.ctx
  const found = await Promise.all([
    db.selectFrom('summaries').select('scriptId').where('scriptId', '=', scriptId).execute(),
    db.selectFrom('readings').select('scriptId').where('scriptId', '=', scriptId).execute(),
    db.selectFrom('chapters').select('scriptId').where('scriptId', '=', scriptId).execute(),
    db.selectFrom('actionItems').select('scriptId').where('scriptId', '=', scriptId).execute(),
    db.selectFrom('digests').select('scriptId').where('scriptId', '=', scriptId).execute(),
  ])
  return found.flat().length
}

/** Corrects one word of a sentence of the talk. */
const correct = (id: string, version: number, at: number, text: string) =>
  owner.call({
    method: 'POST',
    url: `/api/scripts/${id}/edits`,
    payload: { version, operation: { kind: 'editText', at, count: 1, text } },
  })

describe('a recognised file', () => {
  it('is complete at once, and its status says so while summaries are made [SUM-2]', async () => {
    const id = await addUnprocessed()
    await recognise(test, owner, id, { mediaType: 'meeting' })

    const [state, script] = [await stateOf(id), await scriptOf(id)]
    await composeWaiting(test)
    const later = await stateOf(id)

    expect(state).toMatchObject({ status: 'complete', stage: 'summary', progress: 100 })
    expect(script).toMatchObject({ status: 'complete' })
    expect(script.script).toHaveLength(MEETING.length)
    expect(later).toMatchObject({ status: 'complete', progress: 100 })
    expect(later.stage).not.toBe('summary')
    expect((await read(owner, id, 'about')).text).toMatch(/^Совещание, один голос, /)
  })

  it('gets no summaries if it has no words', async () => {
    const id = await addUnprocessed()

    await recognise(test, owner, id, { sentences: [] })

    expect(await rowsOf(id)).toBe(0)
    expect(await composeWaiting(test)).toBe(0)
  })

  it('gets sentences that sound like tasks with the first summary, and no chapter where one would be the whole', async () => {
    const id = await addFreshTalk(test, owner)
    const before = [await chaptersOf(id), await tasksOf(id)]

    await composeWaiting(test)

    const [chapters, tasks] = [await chaptersOf(id), await tasksOf(id)]
    expect(before).toEqual([{ data: [], isReady: false }, { data: [], isReady: false }]) // prettier-ignore
    expect(chapters).toEqual({ data: [], isReady: true })
    const [promise] = tasks.data.filter(({ text }) => text === 'Анна отправит смету рекламы до пятницы.')
    expect(promise).toMatchObject({
      kind: 'candidate',
      start: 40,
      who: [0],
      isDone: false,
      due: { text: 'до пятницы' },
    })
    expect(promise?.due?.date).toMatch(/^\d{4}-\d\d-\d\d$/)
  })
})

describe('chapters', () => {
  it('come before any summary, and even if none succeeds', async () => {
    const id = await addFreshTalk(test, owner)

    await findChaptersWaiting(test)
    await failWaiting(test)

    const [chapters, tasks] = [await chaptersOf(id), await tasksOf(id)]
    expect(chapters).toMatchObject({ isReady: true })
    expect(tasks.data.length).toBeGreaterThan(0)
  })

  it('are those of the new text if the file was recognised again meanwhile', async () => {
    const id = await addUnprocessed()
    await recognise(test, owner, id)
    await recognise(test, owner, id, { again: true, sentences: ['Совсем другой разговор о погоде.'] })

    await findChaptersWaiting(test)
    await findChaptersWaiting(test)

    expect((await tasksOf(id)).data).toEqual([])
    expect(await chaptersOf(id)).toEqual({ data: [], isReady: true })
  })
})

describe('a task', () => {
  it('can be ticked and unticked by the owner, and stays ticked when it is found again', async () => {
    const id = await addFreshTalk(test, owner)
    await composeWaiting(test)
    const [task] = (await tasksOf(id)).data
    const tick = (isDone: boolean) =>
      owner.call({ method: 'PATCH', url: `/api/scripts/${id}/tasks/${task?.id}`, payload: { isDone } })

    const ticked = await tick(true)
    await correct(id, 0, 0, 'Добрый вечер, коллеги, начинаем планёрку по запуску.')
    await make(owner, id, 'theses')
    await composeWaiting(test)
    const again = (await tasksOf(id)).data.find((one) => one.id === task?.id)
    const unticked = await tick(false)

    expect(ticked.json()).toMatchObject({ item: { id: task?.id, isDone: true } })
    expect(again).toMatchObject({ text: task?.text, isDone: true })
    expect(unticked.json()).toMatchObject({ item: { isDone: false } })
  })

  it('shows its tick to the owner alone', async () => {
    const id = await addFreshTalk(test, owner)
    await composeWaiting(test)
    const [task] = (await tasksOf(id)).data
    const url = `/api/scripts/${id}`
    await owner.call({ method: 'PATCH', url: `${url}/tasks/${task?.id}`, payload: { isDone: true } })
    await owner.call({ method: 'PATCH', url, payload: { publicFlag: true } })

    const seen = await test.app.inject({ url: `${url}/tasks` })

    expect(seen.json<{ data: ActionItem[] }>().data.find((one) => one.id === task?.id)).toEqual(task)
    expect((await tasksOf(id)).data.find((one) => one.id === task?.id)).toMatchObject({ isDone: true })
  })
})

describe('summaries', () => {
  it('go when the file is recognised again, and new ones come', async () => {
    const id = await addUnprocessed()
    await recognise(test, owner, id)
    await composeWaiting(test)
    await make(owner, id, 'theses')
    await composeWaiting(test)
    const before = await read(owner, id, 'summary')

    await recognise(test, owner, id, { again: true, sentences: MEETING.toReversed() })

    const blocks = (await scriptOf(id)).summaryBlocks.map(({ status }) => status)
    expect(blocks).toEqual(['process', 'process', 'missing'])
    expect((await chaptersOf(id)).isReady).toBe(false)
    await composeWaiting(test)
    expect((await read(owner, id, 'summary')).id).not.toBe(before.id)
  })

  it('go with the file when it is deleted', async () => {
    const id = await addFreshTalk(test, owner)
    await composeWaiting(test)
    expect(await rowsOf(id)).toBeGreaterThan(3)

    await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })

    expect(await rowsOf(id)).toBe(0)
  })

  it('are discarded if their file was deleted meanwhile', async () => {
    const id = await addFreshTalk(test, owner)

    await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })
    await composeWaiting(test)

    expect(await rowsOf(id)).toBe(0)
  })

  it('keep the newest complete and the newest failed making of a type', async () => {
    const rich = await test.signIn({ tariffId: 4 })
    const id = await addTalk(test, rich)
    for (const isFailing of [true, false, false, true, true]) {
      await make(rich, id, 'summary')
      await (isFailing ? failWaiting(test) : composeWaiting(test))
    }

    const makings = await test.ctx.db.selectFrom('summaries').select('status').where('scriptId', '=', id).execute()

    expect(makings.map(({ status }) => status).toSorted()).toEqual(['complete', 'error'])
    expect(await read(rich, id, 'summary')).toMatchObject({
      status: 'error',
      text: expect.stringContaining('Бюджет на рекламу вырос'),
    })
  })

  it('under way never lose progress, and a late worker moves nothing', async () => {
    const id = await addTalk(test, owner)
    const { id: making } = (await make(owner, id, 'summary')).json<Summary>()
    const seen = []
    for (const percent of [40, 20, 60]) {
      await raiseProgress(test.ctx.db, making ?? '', percent)
      seen.push((await read(owner, id, 'summary')).progress)
    }
    await composeWaiting(test)
    await raiseProgress(test.ctx.db, making ?? '', 10)

    expect(seen).toEqual([40, 40, 60])
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete', progress: 100 })
  })
})

describe('a summary that failed for want of an answer', () => {
  it('is tried again by itself after 10 and 30 minutes, 1, 3, 6 and 12 hours, then only when asked', async () => {
    const own = await createTestApp()
    const person = await own.signIn()
    own.clock.now = new Date()
    const id = await addFreshTalk(own, person)
    await failWaiting(own)

    const tried = []
    for (const minutes of [9, 1, 29, 1, 59, 1, 179, 1, 359, 1, 719, 1, 10_000]) {
      own.clock.now = new Date(own.clock.now.getTime() + minutes * MINUTE_MS)
      await reviveSummaries(own.ctx, never)
      const [{ status }] = await own.ctx.db.selectFrom('summaries').select('status').where('scriptId', '=', id).execute() as [{ status: string }] // prettier-ignore
      tried.push(status === 'process')
      await failWaiting(own)
    }

    const wait = [false, true]
    expect(tried).toEqual([...wait, ...wait, ...wait, ...wait, ...wait, ...wait, false])
    await own.close()
  })

  it('mends the status of the file when it succeeds', async () => {
    const own = await createTestApp()
    const person = await own.signIn()
    own.clock.now = new Date()
    const id = await addFreshTalk(own, person)
    await failWaiting(own)
    const statusOf = async () => (await own.ctx.db.selectFrom('scripts').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status // prettier-ignore
    const before = await statusOf()

    own.clock.now = new Date(own.clock.now.getTime() + 10 * MINUTE_MS)
    await reviveSummaries(own.ctx, never)
    await composeWaiting(own)

    expect([before, await statusOf()]).toEqual(['completeWithErrors', 'complete'])
    await own.close()
  })

  it('is not tried again if the reason was final', async () => {
    const id = await addFreshTalk(test, owner)
    await failWaiting(test, 'budgetSpent')

    const rows = await test.ctx.db.selectFrom('summaries').select('retryAt').where('scriptId', '=', id).execute()

    expect(rows).toEqual([{ retryAt: null }, { retryAt: null }])
  })
})

describe('a correction', () => {
  it('takes the confirmation of what was cited there, and of nothing else; undone, it comes back', async () => {
    const id = await addFreshTalk(test, owner)
    await composeWaiting(test)
    const before = await read(owner, id, 'summary')
    const cited = before.statements[0]
    const at = MEETING.indexOf(cited?.text ?? '')

    await correct(id, 0, at, 'Совсем другие слова стоят здесь теперь.')
    const corrected = await read(owner, id, 'summary')
    await correct(id, 1, at, cited?.text ?? '')
    const undone = await read(owner, id, 'summary')

    const checks = before.statements.map(({ check }) => check)
    expect(corrected.statements.map(({ check }) => check)).toEqual(['unsure', ...checks.slice(1)])
    expect(corrected).toMatchObject({ status: 'complete', isStale: true, fallen: 1, canMake: true })
    expect(undone).toMatchObject({ isStale: false, fallen: 0, canMake: false })
    expect(undone.statements).toEqual(before.statements)
  })

  it("removes the confirmation of a model's statement if it changes a cited number, without a call", async () => {
    const id = await addFreshTalk(test, owner)
    await composeWaiting(test)
    await writeAsModel(id, [
      { text: 'Релиз приложения переносят на двадцать пятое марта.', at: 1 },
      { text: 'Бюджет на рекламу вырос до шестисот тысяч рублей.', at: 2 },
    ])

    await correct(id, 0, 2, 'Бюджет на рекламу вырос до семисот тысяч рублей.')

    const { statements, fallen, isStale } = await read(owner, id, 'summary')
    expect(statements.map(({ check }) => check === 'confirmed')).toEqual([true, false])
    expect(statements[1]?.reasons).toMatchObject([{ code: 'number' }])
    expect({ fallen, isStale }).toEqual({ fallen: 1, isStale: true })
  })

  it('lets the owner make the summary again without any right to choose templates', async () => {
    const id = await addFreshTalk(test, owner)
    await composeWaiting(test)
    const [cited] = (await read(owner, id, 'summary')).statements
    await correct(id, 0, MEETING.indexOf(cited?.text ?? ''), 'Совсем другие слова стоят здесь теперь.')

    const reply = await make(owner, id, 'summary')
    await composeWaiting(test)

    expect(reply.statusCode).toBe(200)
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete', isStale: false, fallen: 0 })
  })
})

/** Replaces the summary of a talk by statements as a model would have written them. */
async function writeAsModel(scriptId: string, written: readonly { text: string; at: number }[]): Promise<void> {
  const statements = written.map(({ text, at }) => ({
    text,
    section: 'main',
    who: [at % 2],
    verdict: 'confirmed',
    reasons: [],
    anchors: [{ start: at * 10, end: at * 10 + 9 }],
  }))
  await test.ctx.db
    .updateTable('summaries')
    .set({ engine: 'llm', statements: JSON.stringify(statements) })
    .where('scriptId', '=', scriptId)
    .where('type', '=', 'summary')
    .execute()
}
