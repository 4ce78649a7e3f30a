import { Reading } from '@doslovno/contract/scripts.ts'
import { unpackWords } from '@doslovno/domain/transcript/spread-words.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, decoded, type TestApp } from '#test/test-app.ts'

let test: TestApp
let owner: Caller
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  owner = await test.signIn()
})
afterAll(() => test.close())

const TALK = ['Свет раскладывается на цвета.', 'Почему так?']
const urlOf = (id: string) => `/api/scripts/${id}/reading`
const add = (changes = {}) => addScript(test, owner.userId ?? '', TALK, { isPublic: true, ...changes })

describe('the text for the page of a visitor', () => {
  it('has paragraphs with the times of every word, speakers and the recording', async () => {
    const id = await add()
    await test.ctx.db.insertInto('speakerNames').values({ scriptId: id, speaker: 1, name: 'Борис' }).execute()

    const reply = await test.app.inject({ url: urlOf(id) })

    const reading = Reading.parse(reply.json())
    const words = reading.paragraphs.map(({ text, times }) => unpackWords(text, times))
    expect(reading.paragraphs.map(({ text, speaker, start }) => ({ text, speaker, start }))).toEqual([
      { text: TALK[0], speaker: 0, start: 0 },
      { text: TALK[1], speaker: 1, start: 10 },
    ])
    expect(words[1]).toEqual([
      { text: 'Почему', start: 10, end: 10.9, confidence: null },
      { text: 'так?', start: 11, end: 11.9, confidence: null },
    ])
    expect(reading.speakerNames).toEqual([{ speakerId: 1, name: 'Борис' }])
    expect(reading.fileSrc).toContain(id)
  })

  it('follows an edit of the text, and answers 304 until then', async () => {
    const id = await add()
    const { headers } = await owner.call({ url: urlOf(id) })
    const ask = () => owner.call({ url: urlOf(id), headers: { 'if-none-match': String(headers['etag']) } })

    const same = await ask()
    await owner.call({
      method: 'POST',
      url: `/api/scripts/${id}/edit-speaker-name`,
      payload: { speakerId: 0, name: 'Анна' },
    })
    const changed = await ask()

    expect(same.statusCode).toBe(304)
    expect(decoded(changed)).toContain('Анна')
  })

  it('is not for strangers once the file is closed', async () => {
    const id = await add({ isPublic: false })

    expect((await test.app.inject({ url: urlOf(id) })).statusCode).toBe(404)
    expect((await owner.call({ url: urlOf(id) })).statusCode).toBe(200)
  })

  it('has no paragraphs before the text is complete', async () => {
    const id = await add({ status: 'process' })

    expect((await test.app.inject({ url: urlOf(id) })).json()).toMatchObject({ paragraphs: [] })
  })
})
