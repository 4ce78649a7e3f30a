import type { Moment, Statement } from '@doslovno/contract/summaries.ts'
import { speech } from '@doslovno/texts/test/speech.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { LlmConfig } from '#platform/config.ts'
import { startTestLlm, type TestLlm } from '#test/llm.ts'
import { freshLlm, openAll, spentOn, workAll } from '#test/reading.ts'
import { addScript } from '#test/recordings/library.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

type Answer = { answer: Statement[]; moments: Moment[]; engine: string }

let llm: TestLlm
let test: TestApp
let owner: Caller
let config: LlmConfig
let id: string

const talk = speech(10).with(30, 'Премию курьерам выплатят двадцатого декабря наличными деньгами.')

beforeAll(async () => {
  llm = await startTestLlm()
  config = llm.config()
  test = await createTestApp({ llm: config })
  owner = await test.signIn()
  id = await addScript(test, owner.userId ?? '', talk)
})
beforeEach(() => freshLlm(test, config))
afterEach(() => llm.reset())
afterAll(async () => {
  await test.close()
  await llm.close()
})

const askAs = (caller: Pick<Caller, 'call'>, question: string) =>
  caller.call({ method: 'POST', url: `/api/scripts/${id}/questions`, payload: { question } })
const ask = async (question: string) => (await askAs(owner, question)).json<Answer>()

describe('a question to a recording', () => {
  it('is answered by confirmed statements with their moments', async () => {
    const { answer, moments, engine } = await ask('Когда выплатят премию курьерам?')

    expect(engine).toBe('llm')
    expect(answer[0]).toMatchObject({ check: 'confirmed', start: 300, text: expect.stringContaining('двадцатого декабря') }) // prettier-ignore
    expect(answer.every(({ check, evidence }) => check === 'confirmed' && evidence.length > 0)).toBe(true)
    expect(moments[0]?.text).toContain('Премию курьерам')
  })

  it('has an empty answer and the nearest moments if nothing of the answer is confirmed', async () => {
    await llm.answer({ purpose: 'answer', value: { answer: [{ text: 'Премию отменил Аристарх Петрович.', cites: [31] }], isSaid: true } }) // prettier-ignore

    const { answer, moments } = await ask('Когда выплатят премию курьерам?')

    expect(answer).toEqual([])
    expect(moments[0]?.text).toContain('Премию курьерам')
  })

  it('has an empty answer if the model says that it was not said', async () => {
    await llm.answer({ purpose: 'answer', value: { answer: [], isSaid: false } })

    expect((await ask('Когда выплатят премию курьерам?')).answer).toEqual([])
  })

  it('may refer to the one before', async () => {
    const line = { text: 'Премию курьерам выплатят наличными деньгами.', cites: [31] }
    await llm.answer({ purpose: 'answer', value: { answer: [line], isSaid: true } })
    const payload = { question: 'А в каком виде?', previous: 'Когда выплатят премию курьерам?' }
    const reply = await owner.call({ method: 'POST', url: `/api/scripts/${id}/questions`, payload })

    const call = (await llm.calls()).find(({ purpose }) => purpose === 'answer')
    expect(call?.prompt).toContain('Прошлый вопрос слушателя: Когда выплатят премию курьерам?')
    expect(reply.json<Answer>()).toMatchObject({ engine: 'llm', answer: [{ check: 'confirmed', start: 300 }] })
  })

  it('about something else finds nothing and asks nobody', async () => {
    expect(await ask('Сколько пингвинов живёт в Антарктиде?')).toEqual({ answer: [], moments: [], engine: 'extract' })
    expect(await llm.calls()).toEqual([])
  })

  it.each(['503', 'badJson', 'down'] as const)('gets the moments while the model fails: %s', async (mode) => {
    await llm.fail({ mode, times: 1000, retryAfterSeconds: -1 })

    const { answer, moments, engine } = await ask('Когда выплатят премию курьерам?')

    expect({ answer, engine }).toEqual({ answer: [], engine: 'extract' })
    expect(moments[0]?.text).toContain('Премию курьерам')
  })

  it('gets the moments where no model is configured', async () => {
    test.ctx.llm = undefined

    const { answer, moments, engine } = await ask('Когда выплатят премию курьерам?')

    expect({ answer, engine }).toEqual({ answer: [], engine: 'extract' })
    expect(moments[0]?.text).toContain('Премию курьерам')
  })

  it('shows the model the notes of the recording as an overview, within ten thousand tokens', async () => {
    await openAll(test, owner, id)
    await workAll(test)
    await llm.reset()
    await ask('Кто согласовал договор аренды?')

    const [call] = (await llm.calls()).filter(({ purpose }) => purpose === 'answer')
    const charged = (await spentOn(test, id)).rows.filter(({ purpose }) => purpose === 'answer').at(-1)
    expect(call?.prompt).toMatch(/Заметки:\n\{\d+\}/)
    expect(charged).toMatchObject({ state: 'done', readingId: null, summaryId: null })
    expect(charged?.reservedTokens).toBeLessThan(10_000)
  })

  it('is for the owner only', async () => {
    const other = await test.signIn()
    const visitor = { call: (options: object) => test.app.inject(options) }
    await test.ctx.db.updateTable('scripts').set({ isPublic: true }).where('id', '=', id).execute()

    expect((await askAs(other, 'Когда выплатят премию?')).statusCode).toBe(404)
    expect((await askAs(visitor, 'Когда выплатят премию?')).statusCode).toBe(403)
  })
})
