import { denseSpeech, speech } from '@doslovno/texts/test/speech.ts'
import { talks } from '@doslovno/texts/test/talks.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import { setSwitch } from '#features/operations/index.ts'
import type { LlmConfig } from '#platform/config.ts'
import { registry } from '#platform/telemetry.ts'
import { startTestLlm, type TestLlm } from '#test/llm.ts'
import { addRead, freshLlm, openAll, reviveNow, spentOn, workAll } from '#test/reading.ts'
import { make, read } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

let llm: TestLlm
let test: TestApp
let owner: Caller
let config: LlmConfig

beforeAll(async () => {
  llm = await startTestLlm()
  config = llm.config({ LLM_PRICES: '10000,30000' })
  test = await createTestApp({ llm: config })
  owner = await test.signIn()
  await test.ctx.db
    .updateTable('users')
    .set({ isSuperuser: true })
    .where('id', '=', owner.userId ?? '')
    .execute()
})
afterEach(() => llm.reset())
afterAll(async () => {
  await test.close()
  await llm.close()
})

const partsRead = async () =>
  (await llm.calls())
    .filter(({ purpose }) => purpose === 'read')
    .map(({ prompt }) => /часть (\d+) из/.exec(prompt)?.[1] ?? '')
    .toSorted((one, other) => Number(one) - Number(other))

/** Corrects one word of a sentence, as an edit does: its version rises. */
async function correct(scriptId: string, sentence: number, from: string, to: string): Promise<void> {
  const { db } = test.ctx
  const rows = await db.selectFrom('segments').select(['index', 'text', 'words']).where('scriptId', '=', scriptId).orderBy('index').execute() // prettier-ignore
  const row = rows[sentence]
  if (!row?.text.includes(from)) throw new Error(`No ${from} in sentence ${sentence}`)
  await db
    .updateTable('segments')
    .set({ text: row.text.replace(from, to) })
    .where('scriptId', '=', scriptId)
    .where('index', '=', row.index)
    .execute()
  await db.updateTable('scripts').set((eb) => ({ textVersion: eb('textVersion', '+', 1) })).where('id', '=', scriptId).execute() // prettier-ignore
}

async function textsOf(scriptId: string): Promise<string[]> {
  const rows = await test.ctx.db.selectFrom('segments').select('text').where('scriptId', '=', scriptId).orderBy('index').execute() // prettier-ignore
  return rows.map(({ text }) => text)
}

describe('a reading', () => {
  it('reads every quarter of an hour once, then writes about and summary from the notes [SUM-2]', async () => {
    const id = await addRead(test, owner, speech(40))

    await workAll(test)

    const [about, summary] = [await read(owner, id, 'about'), await read(owner, id, 'summary')]
    expect(await partsRead()).toEqual(['1', '2', '3'])
    expect(summary).toMatchObject({ status: 'complete', engine: 'llm', progress: 100, missing: [] })
    expect(summary.checked.confirmed).toBeGreaterThanOrEqual(5)
    expect(about.text).toMatch(/^Запись, говорят двое, 40\u00a0минут\. Речь о /u)
  })

  it('ties every statement to moments that hold its words', async () => {
    const id = await addRead(test, owner, speech(20))

    await workAll(test)

    const { statements } = await read(owner, id, 'summary')
    expect(statements.length).toBeGreaterThan(0)
    for (const { text, evidence } of statements)
      expect(evidence.map((moment) => moment.text).join(' ')).toContain(text.replace(/\.$/, ''))
  })

  it('queues at most two parts, and the next after each', async () => {
    const id = await addRead(test, owner, speech(60))
    const states = async () =>
      (await test.ctx.db.selectFrom('readingParts').innerJoin('readings', 'id', 'readingId').select('state').where('scriptId', '=', id).execute()).map(({ state }) => state) // prettier-ignore

    await workAll(test, { jobs: 1 })
    const afterCut = await states()
    await workAll(test, { jobs: 1 })
    const afterOne = await states()
    await workAll(test)

    expect(afterCut.toSorted(byName)).toEqual(['queued', 'queued', 'ready', 'ready'])
    expect(afterOne.toSorted(byName)).toEqual(['done', 'queued', 'queued', 'ready'])
    expect(await states()).toEqual(['done', 'done', 'done', 'done'])
  })

  it('is joined by another template: no part is asked again [SUM-4]', async () => {
    const id = await addRead(test, owner, speech(40))
    await workAll(test)
    await llm.reset()

    await make(owner, id, 'summary', { templateId: 2 })
    await workAll(test)

    const summary = await read(owner, id, 'summary')
    expect(await partsRead()).toEqual([])
    expect(summary).toMatchObject({ status: 'complete', templateId: 2 })
    expect([...new Set(summary.statements.map(({ section }) => section))].toSorted(byName)).toEqual(
      ['agenda', 'decisions', 'open', 'tasks'], // prettier-ignore
    )
  })

  it('asks for exactly one part after one word was corrected', async () => {
    const id = await addRead(test, owner, speech(60))
    await workAll(test)
    await llm.reset()

    await correct(id, 100, 'номер', 'пункт')
    await make(owner, id, 'summary')
    await workAll(test)

    expect(await partsRead()).toEqual(['2'])
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete' })
  })

  it('is cut anew if the text is corrected while it is read', async () => {
    const id = await addRead(test, owner, speech(60))
    await workAll(test, { jobs: 2 })

    await correct(id, 350, 'номер', 'пункт')
    await workAll(test)

    expect(await partsRead()).toEqual(['1', '2', '3', '4'])
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete' })
  })

  it('comes first again if the text is corrected before the writing', async () => {
    const id = await addRead(test, owner, speech(5))
    await workAll(test, { jobs: 2 })

    await correct(id, 3, 'номер', 'пункт')
    await workAll(test)

    const { textVersion, status } = await test.ctx.db.selectFrom('summaries').select(['textVersion', 'status']).where('scriptId', '=', id).where('type', '=', 'summary').executeTakeFirstOrThrow() // prettier-ignore
    expect({ textVersion, status }).toEqual({ textVersion: 1, status: 'complete' })
    expect(await partsRead()).toEqual(['1', '1'])
  })

  it('asks nothing while summaries are switched off, and goes on once they are on', async () => {
    const turn = (isOn: boolean) => setSwitch(test.ctx, { name: 'summaries', isOn, by: 'olga', reason: 'incident 7' })
    const id = await addRead(test, owner, speech(5))
    await turn(false)
    await workAll(test)
    const asked = await partsRead()
    await turn(true)

    await reviveNow(test)
    await workAll(test)

    expect(asked).toEqual([])
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete', engine: 'llm' })
  })

  it('is made without a model if the model is gone for good', async () => {
    const id = await addRead(test, owner, speech(5))
    const { llm: model } = test.ctx
    test.ctx.llm = undefined
    await workAll(test)
    const during = await read(owner, id, 'summary')
    await reviveNow(test)
    await workAll(test)
    test.ctx.llm = model

    expect(during.status).toBe('error')
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete', engine: 'extract' })
  })

  it('copies its notes when the same text is opened again', async () => {
    const id = await addRead(test, owner, speech(20))
    await workAll(test)
    await test.ctx.db.updateTable('readings').set({ status: 'error' }).where('scriptId', '=', id).execute()
    await llm.reset()

    await make(owner, id, 'summary')
    await workAll(test)

    expect(await partsRead()).toEqual([])
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete' })
  })

  it('stays within its budget for two hours with about, summary and theses', async () => {
    const hours = 2
    const id = await addRead(test, owner, denseSpeech(hours))
    await workAll(test)
    await make(owner, id, 'theses')
    await workAll(test)

    const { tokens } = await spentOn(test, id)
    expect(await read(owner, id, 'theses')).toMatchObject({ status: 'complete' })
    expect(tokens).toBeGreaterThan(20_000 * hours)
    expect(tokens).toBeLessThan(30_000 + 50_000 * hours)
  })

  it('ends with budgetSpent when the budget is used up, and a retry goes on from the copied parts', async () => {
    const small = await createTestApp({ llm: { ...llm.config(), budget: { baseTokens: 0, tokensPerHour: 12_000 } } })
    const person = await small.signIn()
    const id = await addRead(small, person, speech(58))

    await workAll(small)
    const first = await read(person, id, 'summary')
    await make(person, id, 'summary')
    await workAll(small)

    const { rows } = await spentOn(small, id)
    const codes = await small.ctx.db.selectFrom('readings').select(['errorCode', 'status']).orderBy('createdAt').execute() // prettier-ignore
    expect(first.status).toBe('error')
    expect(codes[0]).toEqual({ errorCode: 'budgetSpent', status: 'error' })
    expect(rows.filter(({ purpose }) => purpose === 'read')).toHaveLength((await partsRead()).length)
    expect(new Set(await partsRead()).size).toBe((await partsRead()).length)
    await small.close()
  })

  it('writes every call into the ledger with its tokens and kopecks, rounded up', async () => {
    const id = await addRead(test, owner, speech(10))
    await workAll(test)

    const { rows } = await spentOn(test, id)
    const asked = (await llm.calls()).filter(({ purpose }) => purpose !== 'probe')
    expect(rows.map(({ purpose }) => purpose).toSorted(byName)).toEqual(asked.map(({ purpose }) => purpose).toSorted(byName)) // prettier-ignore
    for (const { state, promptTokens, completionTokens, costKopecks } of rows) {
      expect(state).toBe('done')
      expect(costKopecks).toBe(Math.ceil(((promptTokens ?? 0) * 10_000 + (completionTokens ?? 0) * 30_000) / 1_000_000))
    }
  })

  it('names chapters, and lists tasks and decisions of the notes', async () => {
    const lecture = talks.find(({ name }) => name === 'lecture')?.sentences.map(({ text }) => text) ?? []
    const id = await addRead(test, owner, [...speech(15), ...lecture])
    await workAll(test)

    const tasks = (await owner.call({ url: `/api/scripts/${id}/tasks` })).json<{ data: { kind: string; check: string }[] }>() // prettier-ignore
    const chapters = (await owner.call({ url: `/api/scripts/${id}/chapters` })).json<{ data: { title: string }[] }>()

    expect((await llm.calls()).filter(({ purpose }) => purpose === 'titles')).toHaveLength(1)
    expect(tasks.data.length).toBeGreaterThan(0)
    expect(tasks.data.every(({ kind }) => kind === 'task' || kind === 'decision')).toBe(true)
    expect(chapters.data.length).toBeGreaterThan(1)
    expect(chapters.data.every(({ title }) => title.length > 2)).toBe(true)
  })

  it('sends no name of a speaker, no file name and no address of the owner', async () => {
    const id = await addRead(test, owner, speech(20), 'Совет директоров.mp3')
    await test.ctx.db.insertInto('speakerNames').values({ scriptId: id, speaker: 0, name: 'Аполлинария Зверева' }).execute() // prettier-ignore
    await openAll(test, owner, id)
    await workAll(test)
    await owner.call({ method: 'POST', url: `/api/scripts/${id}/questions`, payload: { question: 'Кто утвердил договор аренды?' } }) // prettier-ignore

    const journal = JSON.stringify(await llm.calls())
    const { email } = await test.ctx.db.selectFrom('users').select('email').where('id', '=', owner.userId ?? '').executeTakeFirstOrThrow() // prettier-ignore
    expect(journal).toContain('Говорят: А, Б.')
    for (const secret of ['Аполлинария', 'Зверева', 'Совет директоров', email, id, owner.userId ?? ''])
      expect(journal).not.toContain(secret)
  })

  it('links statements of a recording in another language and confirms none', async () => {
    const english = Array.from({ length: 60 }, (_, n) => `The manager approved the rental contract number ${100 + n} today.`) // prettier-ignore
    const id = await addRead(test, owner, english)
    await test.ctx.db.updateTable('scripts').set({ language: 'en' }).where('id', '=', id).execute()

    await workAll(test)

    const { statements } = await read(owner, id, 'summary')
    expect(new Set(statements.map(({ check }) => check))).toEqual(new Set(['linked']))
  })

  it('shows its progress, which never falls [SUM-2]', async () => {
    const id = await addRead(test, owner, speech(60))
    const seen = [await read(owner, id, 'summary')]
    for (let n = 0; n < 6; n++) {
      await workAll(test, { jobs: 1 })
      seen.push(await read(owner, id, 'summary'))
    }
    await workAll(test)

    const progress = seen.map((summary) => summary.progress)
    expect(seen.map(({ reading }) => reading?.done)).toEqual([0, 0, 1, 2, 3, 4, 4])
    expect(seen.at(-1)?.reading).toEqual({ done: 4, total: 4 })
    expect(progress).toEqual(progress.toSorted((one, other) => one - other))
    expect(progress.at(-1)).toBeGreaterThan(80)
  })

  it('says which minutes no try could read, as long as they are at most a fifth', async () => {
    const id = await addRead(test, owner, speech(90))
    await llm.fail({ mode: 'badJson', times: 1000, match: 'часть 2 из 6' })
    await workAll(test)
    const short = await addRead(test, owner, speech(60))
    await llm.fail({ mode: 'badJson', times: 1000, match: 'часть 2 из 4' })
    await workAll(test)

    const summary = await read(owner, id, 'summary')
    expect(summary).toMatchObject({ status: 'complete', missing: [{ start: 900, end: 1799 }] })
    expect(await read(owner, short, 'summary')).toMatchObject({ status: 'error' })
  })

  it('cuts smaller parts when the window turns out smaller than told', async () => {
    freshLlm(test, config)
    const long = Array.from({ length: 90 }, (_, n) => speech(90).slice(n * 6, n * 6 + 6).join(' ')) // prettier-ignore
    await llm.fail({ mode: 'cutPrompt', times: 1000, tokens: 8000 })
    const id = await addRead(test, owner, long)

    await workAll(test)

    const { rows } = await spentOn(test, id)
    expect(rows.filter(({ outcome }) => outcome === 'promptCut').length).toBeGreaterThan(0)
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete', engine: 'llm', missing: [] })
    expect(new Set(await partsRead())).toEqual(new Set(['1', '2', '3', '4', '5', '6']))
    freshLlm(test, config)
  })

  it('is not asked when a cited number is corrected: that verdict falls, the others stay', async () => {
    const id = await addRead(test, owner, speech(20))
    await workAll(test)
    const before = await read(owner, id, 'summary')
    const cited = before.statements.find(({ check }) => check === 'confirmed')
    const number = /\d+/.exec(cited?.text ?? '')?.[0] ?? ''
    await llm.reset()

    await correct(id, (cited?.start ?? 0) / 10, number, '9999')
    const after = await read(owner, id, 'summary')

    expect(await llm.calls()).toEqual([])
    expect(after).toMatchObject({ isStale: true, fallen: 1 })
    const changed = after.statements.filter(({ check }, at) => check !== before.statements[at]?.check)
    expect(changed.map(({ text }) => text)).toEqual([cited?.text])
  })

  it('is kept while it is one of the newest three of its file', async () => {
    const id = await addRead(test, owner, speech(5))
    await workAll(test)
    for (const word of ['пункт', 'раздел', 'строка', 'пакет']) {
      await correct(id, 3, /номер|пункт|раздел|строка/.exec((await textsOf(id))[3] ?? '')?.[0] ?? '', word)
      await make(owner, id, 'summary')
      await workAll(test)
    }

    const kept = await test.ctx.db.selectFrom('readings').select('textVersion').where('scriptId', '=', id).orderBy('createdAt').execute() // prettier-ignore
    expect(kept.map(({ textVersion }) => textVersion)).toEqual([2, 3, 4])
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete' })
  })

  it('counts calls, tokens, seconds and verdicts', async () => {
    await addRead(test, owner, speech(5))
    await workAll(test)

    const metrics = await registry.metrics()
    expect(metrics).toContain('llm_calls_total{purpose="read",outcome="done"}')
    expect(metrics).toContain('llm_tokens_total{purpose="read",direction="prompt"}')
    expect(metrics).toContain('llm_call_duration_seconds_count{purpose="summary"}')
    expect(metrics).toContain('summary_statements_total{verdict="confirmed"}')
    expect(metrics).toContain('llm_paused 0')
  })

  it('is made without the model if its window is too small for a part', async () => {
    const tiny = await startTestLlm({ windowTokens: 4096 })
    const small = await createTestApp({ llm: tiny.config() })
    const person = await small.signIn()
    const id = await addRead(small, person, speech(10))

    await workAll(small)

    expect(await read(person, id, 'summary')).toMatchObject({ status: 'complete', engine: 'extract' })
    expect((await tiny.calls()).filter(({ purpose }) => purpose === 'read')).toEqual([])
    await small.close()
    await tiny.close()
  })
})

const byName = (one: string, other: string) => one.localeCompare(other)
