import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

describe('a script', () => {
  it('can be renamed by its owner only [FILE-5] [API-5]', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '')
    const call = { method: 'PATCH' as const, url: `/api/scripts/${id}/filename`, payload: { fileName: '  Новое имя ' } }

    const refused = await (await test.signIn()).call(call)
    const renamed = await owner.call(call)

    expect(refused.statusCode).toBe(404)
    expect(renamed.json()).toMatchObject({ script: { fileName: 'Новое имя' } })
  })

  it('tells its owner alone how long it is kept', async () => {
    const owner = await test.signIn()
    const id = await addScript(test, owner.userId ?? '', ['Раз.'], { isPublic: true })
    const keepUntil = new Date('2027-01-25T10:00:00Z')
    await test.ctx.db.updateTable('scripts').set({ keepUntil }).where('id', '=', id).execute()

    const own = await owner.call({ url: `/api/scripts/${id}` })
    const visited = await test.app.inject({ url: `/api/scripts/${id}` })

    expect(own.json()).toMatchObject({ keepUntil: keepUntil.toISOString() })
    expect(visited.json()).not.toHaveProperty('keepUntil')
  })

  it('can be opened to everyone with its link and closed again immediately [SHR-3] [FILE-3]', async () => {
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
})
