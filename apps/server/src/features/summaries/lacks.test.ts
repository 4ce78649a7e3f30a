import type { User } from '@doslovno/contract/account/accounts.ts'
import { summaryTypes } from '@doslovno/domain/summary/types.ts'
import { MEETING } from '@doslovno/texts/test/launch-meeting.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { startTestLlm, type TestLlm } from '#test/llm.ts'
import { openAll, workAll } from '#test/reading.ts'
import { addScript } from '#test/recordings/library.ts'
import { addTalk, composeWaiting, make, read } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

/** A recording of which hardly a word was understood. */
const NOISE = Array.from({ length: 12 }, () => 'Отмассферная доблюдаемая преосвящение капей метерологическая релиз.')

let [test, withModel]: TestApp[] = []
let llm: TestLlm
beforeAll(async () => {
  llm = await startTestLlm()
  test = await createTestApp()
  withModel = await createTestApp({ llm: llm.config() })
})
afterAll(async () => {
  await test?.close()
  await withModel?.close()
  await llm.close()
})

const generationsOf = async (caller: Caller) =>
  (await caller.call({ url: '/api/account' })).json<{ user: User }>().user.tariff.thesesGenerations

describe('a recording that was understood badly', () => {
  it('is told to be so in every tab, and costs no theses [SUM-3]', async () => {
    const owner = await test!.signIn()
    const id = await addScript(test!, owner.userId ?? '', NOISE)
    for (const type of summaryTypes) await make(owner, id, type)
    const spent = await generationsOf(owner)

    await composeWaiting(test!)

    for (const type of summaryTypes)
      expect(await read(owner, id, type)).toMatchObject({ status: 'complete', lack: 'unclear', statements: [] })
    expect([spent, await generationsOf(owner)]).toEqual([4, 5])
  })

  it('asks no model', async () => {
    const owner = await withModel!.signIn()
    const id = await addScript(withModel!, owner.userId ?? '', NOISE)

    await openAll(withModel!, owner, id)
    await workAll(withModel!)

    expect(await read(owner, id, 'summary')).toMatchObject({ engine: 'extract', lack: 'unclear' })
    expect(await llm.calls()).toEqual([])
  })

  it('may be tried again when its text was corrected', async () => {
    const owner = await test!.signIn()
    const id = await addScript(test!, owner.userId ?? '', NOISE)
    await make(owner, id, 'summary')
    await composeWaiting(test!)
    const before = await read(owner, id, 'summary')

    const operation = { kind: 'editText', at: 0, count: 1, text: MEETING[2] }
    await owner.call({ method: 'POST', url: `/api/scripts/${id}/edits`, payload: { version: 0, operation } })

    expect(before.canMake).toBe(false)
    expect(await read(owner, id, 'summary')).toMatchObject({ isStale: true, canMake: true })
  })
})

describe('a recording with too few whole sentences', () => {
  it('has no summary and no theses, which cost nothing, but tells its length and voices [SUM-3]', async () => {
    const owner = await test!.signIn()
    const id = await addScript(test!, owner.userId ?? '', MEETING.slice(0, 3))
    for (const type of summaryTypes) await make(owner, id, type)

    await composeWaiting(test!)

    const [about, summary, theses] = await Promise.all(summaryTypes.map((type) => read(owner, id, type)))
    expect(about).toMatchObject({ lack: 'tooFew', text: 'Запись, говорят двое, 1\u00a0минута.' })
    expect([summary, theses]).toMatchObject([{ lack: 'tooFew' }, { lack: 'tooFew', content: [] }])
    expect(await generationsOf(owner)).toBe(5)
  })
})

describe('a quoted summary', () => {
  it('has other sentences in its theses [SUM-1]', async () => {
    const owner = await test!.signIn()
    const id = await addTalk(test!, owner)
    for (const type of ['summary', 'theses'] as const) await make(owner, id, type)

    await composeWaiting(test!)

    const [summary, theses] = [await read(owner, id, 'summary'), await read(owner, id, 'theses')]
    expect(summary.statements).toHaveLength(5)
    expect(theses.statements.map(({ who }) => who)).toEqual([[1], [0]])
    expect(theses.statements.filter(({ text }) => summary.text.includes(text))).toEqual([])
  })

  it('quotes no sentence with a word of low confidence', async () => {
    const owner = await test!.signIn()
    const id = await addTalk(test!, owner)
    await make(owner, id, 'about')
    await composeWaiting(test!)
    const [first] = (await read(owner, id, 'about')).statements
    const doubted = await addTalk(test!, owner)
    await test!.ctx.db
      .updateTable('segments')
      .set({ words: JSON.stringify([{ text: 'Бюджет', start: 0, end: 1, confidence: 0.4 }]) })
      .where('scriptId', '=', doubted)
      .where('text', '=', first?.text ?? '')
      .execute()

    await make(owner, doubted, 'about')
    await composeWaiting(test!)

    const shown = (await read(owner, doubted, 'about')).statements.map(({ text }) => text)
    expect(shown).toHaveLength(2)
    expect(shown).not.toContain(first?.text)
  })
})
