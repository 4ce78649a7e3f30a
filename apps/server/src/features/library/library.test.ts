import type { Script, ScriptSummary } from '@doslovno/contract/scripts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { WorkerContext } from '#context.ts'
import { addScript } from '#test/library.ts'
import { startProcessing, uploadRecording } from '#test/pipeline.ts'
import { toWav } from '#test/recordings.ts'
import { storedUnder } from '#test/storage.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { expireScripts } from './expire.ts'
import { onClear } from './worker.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

type List = { data: ScriptSummary[]; total: number }
const list = async (owner: Caller, query: string) => (await owner.call({ url: `/api/scripts?${query}` })).json<List>()
const names = ({ data }: { data: ScriptSummary[] }) => data.map(({ fileName }) => fileName)
const search = async (owner: Caller, text: string) =>
  (await owner.call({ url: `/api/scripts/search?search=${encodeURIComponent(text)}` })).json<{
    data: ScriptSummary[]
  }>()

describe('the list', () => {
  it('comes in each order, a plus in the address or a space for it [HOME-7]', async () => {
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

  it('comes in pages that never overlap, with the number of all [HOME-5]', async () => {
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

  it('finds words of texts in any of their forms, with the first place that fits [HOME-8] [API-5]', async () => {
    const { data } = await search(owner, 'берез')

    expect(data).toHaveLength(1)
    expect(data[0]).toMatchObject({
      id: interview,
      matched: { text: 'В лесу росли берёзы и сосны.', start: 10, end: 19 },
    })
    expect((await search(owner, 'лесами росла')).data).toHaveLength(1)
  })

  it('finds names, whatever the case', async () => {
    const { data } = await search(owner, 'ЛЕСНИК')

    expect(names({ data })).toEqual(['Интервью с лесником.mp3'])
    expect(data[0]?.matched).toBeUndefined()
  })

  it('finds a word by its first letters, also where these are a word that says nothing by itself', async () => {
    expect(names(await search(owner, 'сег'))).toEqual(['Интервью с лесником.mp3'])
    expect(names(await search(owner, 'над'))).toEqual(['Планёрка.mp3'])
  })

  it('guesses a misspelt word', async () => {
    expect(names(await search(owner, 'планерла'))).toEqual(['Планёрка.mp3'])
    expect(names(await search(owner, 'бероза'))).toEqual(['Интервью с лесником.mp3'])
  })

  it('finds nothing in nothing, and nothing of what others have', async () => {
    expect((await search(owner, 'чужая')).data).toEqual([])
    expect((await search(owner, '!!!')).data).toEqual([])
    expect((await search(owner, "лес' | :* & ( <-> %_\\")).data).toHaveLength(1)
  })

  it('wants three letters [HOME-8]', async () => {
    expect((await owner.call({ url: '/api/scripts/search?search=ab' })).statusCode).toBe(400)
  })
})

describe('a file', () => {
  it('is renamed by its owner alone [FILE-5] [API-5]', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '')
    const call = { method: 'PATCH' as const, url: `/api/scripts/${id}/filename`, payload: { fileName: '  Новое имя ' } }

    const refused = await (await test.signIn()).call(call)
    const renamed = await owner.call(call)

    expect(refused.statusCode).toBe(404)
    expect(renamed.json()).toMatchObject({ script: { fileName: 'Новое имя' } })
  })

  it('opens to everybody by its link and closes again at once [SHR-3] [FILE-3]', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', ['Раз.'])
    const share = (publicFlag: boolean) =>
      owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload: { publicFlag } })
    const visit = async () => (await test.app.inject({ url: `/api/scripts/${id}` })).statusCode
    const play = async () => (await test.app.inject({ url: `/api/scripts/${id}/media` })).statusCode

    const before = [await visit(), await play()]
    const opened = await share(true)
    const open = [await visit(), await play()]
    await share(false)

    expect(opened.json()).toMatchObject({ script: { public: true } })
    expect([before, open, [await visit(), await play()]]).toEqual([
      [404, 404],
      [200, 200],
      [404, 404],
    ])
  })

  it('tells a visitor neither whose it is nor how it was made', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', ['Раз.'], { isPublic: true })

    const seen = (await test.app.inject({ url: `/api/scripts/${id}` })).json<Script>()

    expect(seen).toMatchObject({ canEdit: false, public: true })
    expect(Object.keys(seen)).not.toEqual(expect.arrayContaining(['userId']))
    expect(JSON.stringify(seen)).not.toContain(owner.userId)
  })

  it('has speakers with names of the owner’s choice [FILE-6] [FILE-10] [API-5]', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', ['Раз.', 'Два.'])
    const name = (speakerId: number, text: string) =>
      owner.call({
        method: 'POST',
        url: `/api/scripts/${id}/edit-speaker-name`,
        payload: { speakerId, name: text },
      })

    await name(1, ' Анна ')
    await name(1, 'Анна Ковалёва')
    const empty = await name(0, '   ')

    const { script, speakerNames } = (await owner.call({ url: `/api/scripts/${id}` })).json<Script>()
    expect(empty.statusCode).toBe(400)
    expect(speakerNames).toEqual([{ speakerId: 1, name: 'Анна Ковалёва' }])
    expect(script.map(({ speakerName }) => speakerName)).toEqual([undefined, 'Анна Ковалёва'])
  })

  it('is deleted with everything of it: objects, rows and what was held, but for the slot and the ledger [HOME-3]', async () => {
    const owner = await test.signIn()
    const id = await uploadRecording(owner, toWav(Buffer.alloc(64_000)))
    const processId = await startProcessing(owner, id)

    const reply = await owner.call({ method: 'DELETE', url: `/api/scripts/${id}` })

    expect(reply.statusCode).toBe(200)
    await clearStorage()
    expect(await storedUnder(test.config.storage, `scripts/${id}`)).toEqual({ objects: 0, parts: 0 })
    expect(await storedUnder(test.config.storage, `processes/${processId}`)).toEqual({ objects: 0, parts: 0 })
    for (const table of ['scripts', 'uploads'] as const) {
      const rows = await test.ctx.db.selectFrom(table).select('fileName').where('id', '=', id).execute()
      expect(rows).toEqual(table === 'uploads' ? [{ fileName: '' }] : [])
    }
    const tasks = await test.ctx.db.selectFrom('tasks').select('index').where('processId', '=', processId).execute()
    expect(tasks).toEqual([])
    expect((await owner.call({ url: `/api/scripts/${id}` })).statusCode).toBe(404)
    const { user } = (await owner.call({ url: '/api/account' })).json<{ user: { availableUploads: number } }>()
    expect(user.availableUploads).toBe(9)
  })

  it('whose time is over leaves a stone: gone for its owner and for those who had the link [FILE-4]', async () => {
    const owner = await test.signIn()
    const [own, shared] = [
      await addScript(test, owner.userId ?? '', ['Раз.']),
      await addScript(test, owner.userId ?? '', ['Два.'], { isPublic: true }),
    ]
    await test.ctx.db.updateTable('scripts').set({ keepUntil: new Date(0) }).where('id', 'in', [own, shared]).execute() // prettier-ignore

    await expireScripts(test.ctx)

    const visit = async (id: string) => (await test.app.inject({ url: `/api/scripts/${id}` })).statusCode
    const look = async (id: string) => (await owner.call({ url: `/api/scripts/${id}` })).statusCode
    expect([await look(own), await visit(own), await visit(shared)]).toEqual([410, 404, 410])
    expect((await list(owner, '')).data.map(({ isExpired }) => isExpired)).toEqual([true, true])
    expect((await search(owner, 'раз')).data).toEqual([])
  })
})

/** What the worker's job does with what the call left to it; it needs nothing else that a worker has. */
async function clearStorage(): Promise<void> {
  const { rows } = await sql<{ data: { keys: string[] } }>`
    select data from pgboss.job where name = 'library.clear'`.execute(test.ctx.db)
  for (const { data } of rows) await onClear.run(test.ctx as WorkerContext, data, new AbortController().signal)
}
