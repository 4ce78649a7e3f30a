import { randomUUID } from 'node:crypto'

import type { Folder } from '@doslovno/contract/folders.ts'
import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { MOST_AT_ONCE, MOST_FOLDERS } from '@doslovno/domain/script/folder.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
let owner: Caller
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.signIn()
})

const create = (name: string, by = owner) => by.call({ method: 'POST', url: '/api/folders', payload: { name } })
const created = async (name: string, by = owner) => (await create(name, by)).json<{ folder: Folder }>().folder.id
const folders = async (by = owner) => (await by.call({ url: '/api/folders' })).json<{ data: Folder[] }>().data
const rename = (id: string, name: string) =>
  owner.call({ method: 'PATCH', url: `/api/folders/${id}`, payload: { name } })
const move = (scriptIds: string[], folderId: string | null, by = owner) =>
  by.call({ method: 'POST', url: '/api/scripts/move', payload: { scriptIds, folderId } })
const remove = (scriptIds: string[]) =>
  owner.call({ method: 'POST', url: '/api/scripts/delete', payload: { scriptIds } })
const addFile = (fileName: string, by = owner) => addScript(test, by.userId ?? '', ['В лесу берёзы.'], { fileName })
const list = async (query = '', url = '/api/scripts') => {
  const { data, total } = (await owner.call({ url: `${url}?${query}` })).json<{
    data: ScriptSummary[]
    total: number
  }>()
  return { names: data.map(({ fileName }) => fileName).toSorted(), total }
}

describe('folders', () => {
  it('are listed by name with the number of their files', async () => {
    const [lectures] = [await created('лекции'), await created('Архив'), await created('Ёлки')]
    await move([await addFile('a.mp3'), await addFile('b.mp3')], lectures)

    expect((await folders()).map(({ name, files }) => [name, files])).toEqual([
      ['Архив', 0],
      ['Ёлки', 0],
      ['лекции', 2],
    ])
  })

  it('have names that differ by more than case and spaces', async () => {
    const id = await created('Лекции  осени')
    const other = await created('Встречи')

    expect((await create(' лекции осени ')).json()).toMatchObject({ code: 'folderExists' })
    expect((await rename(other, 'ЛЕКЦИИ ОСЕНИ')).json()).toMatchObject({ code: 'folderExists' })
    expect((await rename(id, 'ЛЕКЦИИ ОСЕНИ')).json()).toMatchObject({ folder: { name: 'ЛЕКЦИИ ОСЕНИ' } })
    expect((await create('Лекции', await test.signIn())).statusCode).toBe(200)
  })

  it('refuse names of which nothing is visible', async () => {
    const statuses = await Promise.all(['', '  ', '\u200f\u0007', 'а'.repeat(61)].map((name) => create(name)))

    expect(statuses.map(({ statusCode }) => statusCode)).toEqual([400, 400, 400, 400])
  })

  it('are limited in number', async () => {
    const createdAt = new Date()
    const rows = Array.from({ length: MOST_FOLDERS - 1 }, (_, index) => ({ name: `${index}`, createdAt }))
    const own = { userId: owner.userId ?? '' }
    await test.ctx.db
      .insertInto('folders')
      .values(rows.map((row) => ({ id: randomUUID(), ...own, ...row })))
      .execute()

    expect((await create('последняя')).statusCode).toBe(200)
    expect((await create('лишняя')).json()).toMatchObject({ code: 'tooManyFolders' })
  })

  it('keep their files when they are deleted', async () => {
    const id = await created('Лекции')
    await move([await addFile('a.mp3')], id)

    expect((await owner.call({ method: 'DELETE', url: `/api/folders/${id}` })).statusCode).toBe(200)

    expect(await folders()).toEqual([])
    expect(await list()).toEqual({ names: ['a.mp3'], total: 1 })
  })

  it('change the tags of polled lists', async () => {
    const id = await created('Лекции')
    const file = await addFile('a.mp3')
    const poll = async (url: string, tag: string) =>
      (await owner.call({ url, headers: { 'if-none-match': tag } })).statusCode
    const tagOf = async (url: string) => String((await owner.call({ url })).headers.etag)
    const urls = ['/api/folders', '/api/scripts', `/api/scripts?folder=${id}`]
    await Promise.all(urls.map(tagOf)) // the first polls grant the minutes of the month, which is a change
    const tags = await Promise.all(urls.map(tagOf))
    const polls = () => Promise.all(urls.map((url, index) => poll(url, tags[index] ?? '')))

    expect(await polls()).toEqual([304, 304, 304])
    await move([file], id)

    await vi.waitFor(async () => expect(await polls()).toEqual([200, 200, 200]))
  })
})

describe('moving files', () => {
  it('puts them into a folder, into another, and out again', async () => {
    const [one, other] = [await created('Один'), await created('Два')]
    const ids = [await addFile('a.mp3'), await addFile('b.mp3')]
    await addFile('c.mp3')

    await move(ids, one)
    expect(await list(`folder=${one}`)).toEqual({ names: ['a.mp3', 'b.mp3'], total: 2 })
    await move(ids.slice(0, 1), other)
    expect(await list(`folder=${one}`)).toEqual({ names: ['b.mp3'], total: 1 })
    await move(ids, null)

    expect(await list(`folder=${one}`)).toEqual({ names: [], total: 0 })
    expect((await list()).total).toBe(3)
  })

  it('moves none if one of them is of somebody else', async () => {
    const stranger = await test.signIn()
    const folder = await created('Лекции')
    const ids = [await addFile('a.mp3'), await addFile('b.mp3', stranger)]

    expect((await move(ids, folder)).statusCode).toBe(404)
    expect((await move([...ids.slice(0, 1), randomUUID()], folder)).statusCode).toBe(404)

    expect((await list(`folder=${folder}`)).total).toBe(0)
  })

  it('does not find folders of somebody else', async () => {
    const stranger = await test.signIn()
    const folder = await created('Чужая', stranger)

    expect((await move([await addFile('a.mp3')], folder)).statusCode).toBe(404)
    expect((await owner.call({ url: `/api/scripts?folder=${folder}` })).statusCode).toBe(404)
    expect((await owner.call({ url: `/api/scripts/search?search=abc&folder=${folder}` })).statusCode).toBe(404)
    expect((await folders(stranger))[0]?.files).toBe(0)
  })

  it('takes a bounded number of files', async () => {
    const many = Array.from({ length: MOST_AT_ONCE + 1 }, () => randomUUID())

    expect((await move(many, null)).statusCode).toBe(400)
    expect((await move([], null)).statusCode).toBe(400)
  })

  it('tells only the owner of a file in which folder it is', async () => {
    const id = await addFile('a.mp3')
    const folder = await created('Лекции')
    await move([id], folder)
    await owner.call({ method: 'PATCH', url: `/api/scripts/${id}`, payload: { publicFlag: true } })

    expect((await owner.call({ url: `/api/scripts/${id}` })).json()).toMatchObject({ folderId: folder })
    expect((await test.app.inject({ url: `/api/scripts/${id}` })).json()).not.toHaveProperty('folderId')
  })
})

describe('a search', () => {
  it.each(['берез', 'берозы', 'запись'])('finds files of the open folder only for «%s»', async (text) => {
    const folder = await created('Лекции')
    await move([await addFile('Запись 1.mp3')], folder)
    await addFile('Запись 2.mp3')
    const query = `search=${encodeURIComponent(text)}`

    expect(await list(query, '/api/scripts/search')).toMatchObject({ total: 2 })
    expect(await list(`${query}&folder=${folder}`, '/api/scripts/search')).toEqual({
      names: ['Запись 1.mp3'],
      total: 1,
    })
  })
})

describe('deleting files', () => {
  it('deletes all of them and records each', async () => {
    const ids = [await addFile('a.mp3'), await addFile('b.mp3')]
    await addFile('c.mp3')

    expect((await remove(ids)).statusCode).toBe(200)

    expect(await list()).toEqual({ names: ['c.mp3'], total: 1 })
    const events = await test.ctx.db
      .selectFrom('auditEvents')
      .select('details')
      .where('userId', '=', owner.userId ?? '')
      .where('kind', '=', 'scriptDeleted')
      .execute()
    expect(events.map(({ details }) => (details as { scriptId: string }).scriptId).toSorted()).toEqual(ids.toSorted())
  })

  it('deletes none if one of them is of somebody else', async () => {
    const stranger = await test.signIn()

    expect((await remove([await addFile('a.mp3'), await addFile('b.mp3', stranger)])).statusCode).toBe(404)

    expect((await list()).total).toBe(1)
  })
})
