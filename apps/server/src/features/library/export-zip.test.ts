import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'
import { unzip } from '#test/unzip.ts'

let test: TestApp
let owner: Caller
beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())
beforeEach(async () => {
  owner = await test.signIn()
})

const addFile = (fileName: string, text = 'Привет.', by = owner) =>
  addScript(test, by.userId ?? '', [text], { fileName })
const ask = (payload: object) => owner.call({ method: 'POST', url: '/api/scripts/export', payload })
const entries = async (payload: object) => {
  const files = await unzip((await ask(payload)).rawPayload)
  return Object.fromEntries([...files].map(([name, content]) => [name, content.toString()]))
}

describe('an archive of texts', () => {
  it('holds each text under a name of its own', async () => {
    const scriptIds = [await addFile('Лекция.mp3', 'Первая.'), await addFile('лекция.mp4', 'Вторая.')]

    const reply = await ask({ scriptIds, format: 'txt', timecodes: false })

    expect(reply.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': expect.stringMatching(/^attachment; filename\*=UTF-8''%D0%A0.*\.zip$/),
    })
    expect(await entries({ scriptIds, format: 'txt', timecodes: false })).toEqual({
      'Лекция.txt': 'Первая.\n',
      'лекция (2).txt': 'Вторая.\n',
    })
  })

  it('has no entry that leads out of its folder', async () => {
    const scriptIds = [await addFile('..\\..\\con.mp3'), await addFile('../../etc/passwd')]

    const names = Object.keys(await entries({ scriptIds, format: 'srt' }))

    expect(names).toHaveLength(2)
    expect(names.join('')).not.toMatch(/[\\/]/)
  })

  it.each(['docx', 'srt', 'vtt'])('has texts in the format %s', async (format) => {
    const files = await entries({ scriptIds: [await addFile('a.mp3')], format, outline: true })

    expect(Object.keys(files)).toEqual([`a.${format}`])
  })

  it('follows the options of a download', async () => {
    const id = await addScript(test, owner.userId ?? '', ['Э-э, ну, привет.', 'И тебе.'], { fileName: 'a.mp3' })
    const unheard = JSON.stringify([{ start: 60, end: 65 }])
    await test.ctx.db
      .updateTable('scripts')
      .set({ language: 'ru', speakers: 2, unheard })
      .where('id', '=', id)
      .execute()
    const asked = { scriptIds: [id], format: 'txt' }

    const plain = (await entries({ ...asked, timecodes: false, speakers: false, unheard: false }))['a.txt']
    const full = (await entries({ ...asked, view: 'clean' }))['a.txt']

    expect(plain).toContain('Э-э')
    expect(plain).not.toMatch(/Спикер|00:00|разобрали/)
    expect(full).toMatch(/\[00:00:00\] Спикер 1/)
    expect(full).toMatch(/\[00:01:00–00:01:05 не\sразобрали\]/)
    expect(full).not.toMatch(/э-э/i)
  })

  it('names the files that have no text yet', async () => {
    const waiting = await addScript(test, owner.userId ?? '', [], { fileName: 'Завтра.mp3', status: 'uploaded' })

    const files = await entries({ scriptIds: [await addFile('a.mp3'), waiting], format: 'txt' })

    expect(Object.keys(files)).toEqual(['a.txt', 'Не вошли в архив.txt'])
    expect(files['Не вошли в архив.txt']).toContain('Завтра.mp3')
    expect((await ask({ scriptIds: [waiting], format: 'txt' })).json()).toMatchObject({ code: 'noText' })
  })

  it('is made of own files only', async () => {
    const stranger = await test.signIn()
    const scriptIds = [await addFile('a.mp3'), await addFile('b.mp3', 'Тайна.', stranger)]

    expect((await ask({ scriptIds, format: 'txt' })).statusCode).toBe(404)
  })
})
