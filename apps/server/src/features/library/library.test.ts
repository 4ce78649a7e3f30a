import type { Script, ScriptSummary } from '@doslovno/contract/scripts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addProcess } from '#test/processes.ts'
import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type List = { data: ScriptSummary[]; total: number }
type Page = { page?: number; pageSize?: number; sort?: string }
const list = async (owner: Caller, query: string) => (await owner.call({ url: `/api/scripts?${query}` })).json<List>()
const names = ({ data }: { data: ScriptSummary[] }) => data.map(({ fileName }) => fileName)
const search = async (owner: Caller, text: string, page: Page = {}) =>
  (await owner.call({ url: '/api/scripts/search', query: { search: text, ...page } as never })).json<List>()

describe('the list', () => {
  it('supports every sort order, with a plus sign or the space it decodes to [HOME-7]', async () => {
    const owner = await test.signIn()
    const id = owner.userId ?? ''
    const file = (name: string, day: number, size: number, seconds: number, status: ScriptSummary['status']) =>
      addScript(test, id, [], {
        fileName: name,
        uploadedAt: new Date(Date.UTC(2026, 0, day)),
        sizeBytes: size,
        durationSeconds: seconds,
        status,
      })
    await file('ёлка.mp3', 1, 30, 300, 'complete')
    await file('Арбуз.mp3', 2, 10, 100, 'uploaded')
    await file('яблоко.mp3', 3, 20, 200, 'error')

    const orders = {
      '': ['яблоко.mp3', 'Арбуз.mp3', 'ёлка.mp3'],
      'sort=-uploadAt': ['яблоко.mp3', 'Арбуз.mp3', 'ёлка.mp3'],
      'sort=%2BuploadAt': ['ёлка.mp3', 'Арбуз.mp3', 'яблоко.mp3'],
      'sort=+uploadAt': ['ёлка.mp3', 'Арбуз.mp3', 'яблоко.mp3'],
      'sort=%2BfileName': ['Арбуз.mp3', 'ёлка.mp3', 'яблоко.mp3'],
      'sort=-duration': ['ёлка.mp3', 'яблоко.mp3', 'Арбуз.mp3'],
      'sort=-fileSize': ['ёлка.mp3', 'яблоко.mp3', 'Арбуз.mp3'],
      'sort=-status': ['Арбуз.mp3', 'яблоко.mp3', 'ёлка.mp3'],
    }
    for (const [query, expected] of Object.entries(orders)) expect(names(await list(owner, query))).toEqual(expected)
    expect((await owner.call({ url: '/api/scripts?sort=name' })).statusCode).toBe(400)
  })

  it('has pages that never overlap, and a total [HOME-5]', async () => {
    const owner = await test.signIn()
    const uploadedAt = new Date()
    for (let file = 0; file < 25; file++) await addScript(test, owner.userId ?? '', [], { uploadedAt })

    const pages = await Promise.all([1, 2, 3].map((page) => list(owner, `page=${page}&pageSize=10`)))

    expect(pages.map(({ data, total }) => [data.length, total])).toEqual([
      [10, 25],
      [10, 25],
      [5, 25],
    ])
    expect(new Set(pages.flatMap(({ data }) => data.map(({ id }) => id))).size).toBe(25)
  })

  it('carries the owner, the last process and the number of speakers of each file [FILE-9]', async () => {
    const owner = await test.signIn()
    const userId = owner.userId ?? ''
    await addScript(test, userId, ['Раз.', 'Два.', 'Три.'], { fileName: 'talk.mp3' })
    const { id: processId, scriptId } = await addProcess(test, userId, { count: 1, each: { state: 'ready' } })
    await test.ctx.db.updateTable('scripts').set({ status: 'process' }).where('id', '=', scriptId).execute()

    const { data } = await list(owner, 'sort=%2BfileName')

    expect(data).toMatchObject([
      { fileName: 'a.wav', userId, processId, processStatus: 'processing', progress: 0 },
      { fileName: 'talk.mp3', userId, speakers: 2 },
    ])
    expect(data[0]).not.toHaveProperty('speakers')
    expect(data[1]).not.toHaveProperty('processId')
    expect(data[1]).not.toHaveProperty('progress')
  })

  it('carries the beginning of each text, cut to a line', async () => {
    const owner = await test.signIn()
    const words = Array.from({ length: 60 }, (_, index) => `слово${index}`).join(' ')
    await addScript(test, owner.userId ?? '', ['Да.', 'Начинаем совещание.', words, 'Конец.'])
    await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })

    const { data } = await list(owner, 'sort=-duration')

    expect(data[0]?.firstLine).toHaveLength(200)
    expect(data[0]?.firstLine).toMatch(/^Да\. Начинаем совещание\. слово0 слово1 /)
    expect(data[1]).not.toHaveProperty('firstLine')
  })

  it('says how long a running process still takes', async () => {
    const owner = await test.signIn()
    const begunAt = new Date(Date.now() - 60_000)
    const each = { state: 'queued', cost: 100, attempts: 1, begunAt } as const
    const process = await addProcess(test, owner.userId ?? '', { count: 2, each })
    const running = { stage: 'recognise', costTotal: 200, recogniseStartedAt: begunAt } as const
    await test.ctx.db.updateTable('processes').set(running).where('id', '=', process.id).execute()
    await test.ctx.db.updateTable('scripts').set({ status: 'process' }).where('id', '=', process.scriptId).execute()

    const { data } = await list(owner, '')

    expect(data[0]?.etaSeconds).toBeGreaterThan(20)
    expect(data[0]?.etaSeconds).toBeLessThan(70)
  })

  it('keeps the process of a file after it has ended, without progress [FILE-9]', async () => {
    const owner = await test.signIn()
    const { id: processId } = await addProcess(test, owner.userId ?? '', { count: 1, each: { state: 'done' } })
    await test.ctx.db.updateTable('processes').set({ status: 'error' }).where('id', '=', processId).execute()

    const [script] = (await list(owner, '')).data

    expect(script).toMatchObject({ processId, processStatus: 'error' })
    expect(script).not.toHaveProperty('progress')
  })

  it('shows the available minutes of files that need more of them, and of no other [FILE-9]', async () => {
    const owner = await test.signIn()
    const file = (fileName: string, seconds: number, status: ScriptSummary['status']) =>
      addScript(test, owner.userId ?? '', [], { fileName, durationSeconds: seconds, status })
    await file('a long.mp3', 3600, 'notEnoughMinutes')
    await file('b long.mp3', 3600, 'uploaded')
    await file('c short.mp3', 60, 'uploaded')
    const done = await file('d long.mp3', 3600, 'complete')

    const { data } = await list(owner, 'sort=%2BfileName')
    const page = (await owner.call({ url: `/api/scripts/${data[0]?.id}` })).json<Script>()

    expect(data.map(({ availableMinutes }) => availableMinutes)).toEqual([30, 30, undefined, undefined])
    expect(page.availableMinutes).toBe(30)
    expect((await owner.call({ url: `/api/scripts/${done}` })).json()).not.toHaveProperty('availableMinutes')
  })

  it('counts the speakers again after an edit that joins two of them', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', ['Раз.', 'Два.'])

    const reply = await owner.call({
      method: 'POST',
      url: `/api/scripts/${id}/edits`,
      payload: { version: 0, operation: { kind: 'mergeSpeakers', from: 1, into: 0 } },
    })

    expect(reply.statusCode).toBe(200)
    expect((await list(owner, '')).data).toMatchObject([{ id, speakers: 1 }])
  })
})

describe('the list of a user without files', () => {
  it('says what recent long files of the installation took per hour of recording [UP-13]', async () => {
    const [newcomer, other] = [await test.signIn(), await test.createUser()]
    const finish = async (count: number, minutes: number) => {
      const { id } = await addProcess(test, other.id, { count, each: { state: 'done' } })
      const finishedAt = new Date()
      const createdAt = new Date(finishedAt.getTime() - minutes * 60_000)
      await test.ctx.db
        .updateTable('processes')
        .set({ status: 'complete', finishedAt, createdAt })
        .where('id', '=', id)
        .execute()
    }

    const before = await list(newcomer, '')
    // 45 s per chunk: an hour, half an hour, and a short one.
    await finish(80, 7)
    await finish(40, 6)
    await finish(1, 60)

    expect(before).toEqual({ data: [], total: 0 })
    expect(await list(newcomer, '')).toEqual({ data: [], total: 0, minutesPerHour: 12 })
  })
})

describe('the search', () => {
  let owner: Caller
  let interview: string
  beforeAll(async () => {
    owner = await test.signIn()
    const other = await test.signIn()
    interview = await addScript(
      test,
      owner.userId ?? '',
      ['Сегодня мы говорим о деревьях.', 'В лесу росли берёзы и сосны.', 'Берёзовый сок полезен.'],
      { fileName: 'Интервью с лесником.mp3' },
    )
    await addScript(test, owner.userId ?? '', ['Планёрка началась в девять.', 'Надежда опоздала.'], {
      fileName: 'Планёрка.mp3',
    })
    await addScript(test, other.userId ?? '', ['Чужая берёза.'])
  })

  it('finds any form of a word in texts and returns the first match [HOME-8] [API-5] [FILE-9]', async () => {
    const { data } = await search(owner, 'берез')

    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      id: interview,
      matched: { text: 'В лесу росли берёзы и сосны.', start: 10, end: 19 },
    })
    expect((await search(owner, 'лесами росла')).data).toHaveLength(1)
  })

  it('finds file names regardless of case', async () => {
    const { data } = await search(owner, 'ЛЕСНИК')

    expect(names({ data })).toEqual(['Интервью с лесником.mp3'])
    expect(data[0]?.matched).toBeUndefined()
  })

  it('finds any form of the words of a file name, however they are joined [HOME-8]', async () => {
    const reader = await test.signIn()
    await addScript(test, reader.userId ?? '', [], { fileName: 'Лекция 7. Радуга_и-зелёный.луч.mp3' })

    for (const words of ['радугой', 'лекции о радуге', 'зеленого', 'лучи']) {
      expect(names(await search(reader, words))).toEqual(['Лекция 7. Радуга_и-зелёный.луч.mp3'])
    }
    expect(names(await search(reader, 'радугой и громом'))).toEqual([])
  })

  it('finds a word by its prefix, even if the prefix is a stop word', async () => {
    expect(names(await search(owner, 'сег'))).toEqual(['Интервью с лесником.mp3'])
    expect(names(await search(owner, 'над'))).toEqual(['Планёрка.mp3'])
  })

  it('corrects a misspelt word', async () => {
    expect(names(await search(owner, 'планерла'))).toEqual(['Планёрка.mp3'])
    expect(names(await search(owner, 'бероза'))).toEqual(['Интервью с лесником.mp3'])
  })

  it('finds no files of other users and ignores query operators', async () => {
    expect((await search(owner, 'чужая')).data).toEqual([])
    expect((await search(owner, '!!!')).data).toEqual([])
    expect((await search(owner, "лес' | :* & ( <-> %_\\")).data).toHaveLength(1)
  })

  it('has pages in every order, and a total, however many files match [HOME-5] [HOME-8]', async () => {
    const reader = await test.signIn()
    for (let file = 0; file < 60; file++) {
      const day = new Date(Date.UTC(2026, 0, 1 + file))
      const changes = { fileName: `file ${String(59 - file).padStart(2, '0')}.mp3`, uploadedAt: day }
      await addScript(test, reader.userId ?? '', ['Лес шумит.'], changes)
    }
    await addScript(test, reader.userId ?? '', ['Поле.'], { fileName: 'other.mp3' })

    const first = await search(reader, 'лес', { pageSize: 50 })
    const second = await search(reader, 'лес', { pageSize: 50, page: 2 })
    const byName = await search(reader, 'лес', { sort: '+fileName', page: 6 })
    const beyond = await search(reader, 'лес', { page: 7 })

    expect([first, second].map(({ data, total }) => [data.length, total])).toEqual([
      [50, 60],
      [10, 60],
    ])
    expect(names(first)[0]).toBe('file 00.mp3')
    expect(new Set([...names(first), ...names(second)]).size).toBe(60)
    expect(names(byName)).toEqual(Array.from({ length: 10 }, (_, index) => `file ${50 + index}.mp3`))
    expect(byName.data.every(({ matched }) => matched?.text === 'Лес шумит.')).toBe(true)
    expect(beyond).toEqual({ data: [], total: 60 })
  })

  it('finds every file of a word with thousands of matches', async () => {
    const reader = await test.signIn()
    await addScript(test, reader.userId ?? '', ['Поле.', 'Снова лес.'], { fileName: 'short.mp3' })
    await addScript(
      test,
      reader.userId ?? '',
      Array.from({ length: 5000 }, () => 'Лес.'),
      { fileName: 'long.mp3' },
    )

    const found = await search(reader, 'лес', { sort: '+fileName' })

    expect(found).toMatchObject({ total: 2, data: [{ fileName: 'long.mp3' }, { matched: { text: 'Снова лес.' } }] })
  })

  it('requires three characters [HOME-8]', async () => {
    expect((await owner.call({ url: '/api/scripts/search?search=ab' })).statusCode).toBe(400)
  })
})

describe('the page of a file', () => {
  it('carries its process, with progress only while it runs [FILE-9]', async () => {
    const owner = await test.signIn()
    const each = { state: 'queued', cost: 1, attempts: 1, begunAt: null } as const
    const { id: processId, scriptId } = await addProcess(test, owner.userId ?? '', { count: 4, each })
    const update = (status: 'processing' | 'complete') =>
      test.ctx.db
        .updateTable('processes')
        .set({ status, stage: 'recognise', costTotal: 4, costDone: status === 'complete' ? 4 : 3 })
        .where('id', '=', processId)
        .execute()
    const read = async (status: 'process' | 'complete') => {
      await test.ctx.db.updateTable('scripts').set({ status }).where('id', '=', scriptId).execute()
      return (await owner.call({ url: `/api/scripts/${scriptId}` })).json<Script>()
    }

    await update('processing')
    const running = await read('process')
    await update('complete')
    const done = await read('complete')

    expect(running).toMatchObject({ processId, processStatus: 'processing', progress: expect.any(Number) })
    expect(running.progress).toBeGreaterThan(50)
    expect(running.progress).toBeLessThan(100)
    expect(done).toMatchObject({ processId, processStatus: 'complete' })
    expect(done).not.toHaveProperty('progress')
  })

  it('is served to a visitor sixty times a minute, and to its owner more often', async () => {
    const limited = await createTestApp({ rateLimits: { redisUrl: undefined, factor: 1 } })
    const owner = await limited.signIn()
    const url = `/api/scripts/${await addScript(limited, owner.userId ?? '', ['Слова.'], { isPublic: true })}`
    const statuses = []
    for (let n = 0; n < 62; n++) statuses.push((await limited.app.inject({ url })).statusCode)

    expect(statuses).toEqual([...Array<number>(60).fill(200), 429, 429])
    expect((await owner.call({ url })).statusCode).toBe(200)
    await limited.close()
  })

  it('does not reveal the owner to a visitor', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', ['Раз.'], { isPublic: true })

    const seen = (await test.app.inject({ url: `/api/scripts/${id}` })).json<Script>()

    expect(seen).toMatchObject({ canEdit: false, public: true })
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['userId']))
    expect(JSON.stringify(seen)).not.toContain(owner.userId)
  })
})
