import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { recognise } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
let owner: Caller
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const HOUR = 3_600_000
const YESTERDAY = Date.now() - 24 * HOUR

/** A file of a user, the older the further from zero, whose speakers have names. */
async function addNamed(caller: Caller, hoursAgo: number, names: readonly string[]): Promise<string> {
  const uploadedAt = new Date(YESTERDAY - hoursAgo * HOUR)
  const id = await addScript(test, caller.userId ?? '', ['Да.', 'Нет.'], { uploadedAt })
  for (const [speakerId, name] of names.entries())
    await caller.call({ method: 'POST', url: `/api/scripts/${id}/edit-speaker-name`, payload: { speakerId, name } })
  return id
}

const recentNames = (id: string, caller = owner) => caller.call({ url: `/api/scripts/${id}/recent-names` })

describe('recent names of speakers', () => {
  it('are those of the other files of the owner, each once, the most recent first', async () => {
    owner = await test.signIn()
    const stranger = await test.signIn()
    await addNamed(owner, 3, ['Вера', 'Анна'])
    await addNamed(owner, 1, ['Пётр', 'Анна'])
    await addNamed(stranger, 1, ['Чужая'])
    const id = await addNamed(owner, 2, ['Своя'])

    const reply = await recentNames(id)

    expect(reply.json()).toEqual({ names: ['Пётр', 'Анна', 'Вера'] })
  })

  it('are taken from the last 20 files', async () => {
    owner = await test.signIn()
    const id = await addNamed(owner, 0, [])
    for (let hours = 1; hours <= 21; hours++) await addNamed(owner, hours, [`Имя ${hours}`])

    const { names } = (await recentNames(id)).json<{ names: string[] }>()

    expect(names).toHaveLength(20)
    expect(names.at(-1)).toBe('Имя 20')
  })

  it('begin with those that were given for the processing of the file', async () => {
    owner = await test.signIn()
    await addNamed(owner, 1, ['Анна', 'Пётр'])
    const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded', durationSeconds: 20 })
    await recognise(test, owner, id, { language: 'ru', vocabulary: { names: ['Марта', 'Пётр'] } })

    const reply = await recentNames(id)

    expect(reply.json()).toEqual({ names: ['Марта', 'Пётр', 'Анна'] })
  })

  it('are not taken from somebody else’s file', async () => {
    owner = await test.signIn()
    const id = await addNamed(owner, 1, ['Анна'])
    await test.ctx.db.updateTable('scripts').set({ isPublic: true }).where('id', '=', id).execute()

    const reply = await recentNames(id, await test.signIn())

    expect(reply.statusCode).toBe(404)
  })
})
