import type { Script } from '@doslovno/contract/scripts.ts'
import type { Summary } from '@doslovno/contract/summaries.ts'
import { summaryTypes } from '@doslovno/domain/summary/types.ts'
import { MEETING } from '@doslovno/texts/test/launch-meeting.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { addScript } from '#test/recordings/library.ts'
import { addFreshTalk, addTalk, composeWaiting, failWaiting, make, read } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

let test: TestApp
let owner: Caller

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
})
afterAll(() => test.close())

const scriptOf = async (caller: Pick<Caller, 'call'>, id: string) =>
  (await caller.call({ url: `/api/scripts/${id}` })).json<Script>()

describe('a summary', () => {
  it('is missing until it is made, then under way, then complete with its text [SUM-1] [SUM-2]', async () => {
    const id = await addTalk(test, owner)

    const before = await read(owner, id, 'summary')
    const made = (await make(owner, id, 'summary')).json<Summary>()
    await composeWaiting(test)
    const after = await read(owner, id, 'summary')

    expect(before).toMatchObject({ id: null, status: 'missing', progress: 0, text: '', content: '', canMake: true })
    expect(made).toMatchObject({ id: expect.any(String), status: 'process', canMake: false })
    expect(after).toMatchObject({ id: made.id, status: 'complete', progress: 100, engine: 'extract', canMake: false })
    expect(after.text.split('\n').every((line) => MEETING.includes(line))).toBe(true)
    expect(after.content).toBe(after.text)
  })

  it('says every sentence as it was said, with its moment of the recording [SUM-1]', async () => {
    const id = await addTalk(test, owner)
    await make(owner, id, 'summary')
    await composeWaiting(test)

    const { statements, checked } = await read(owner, id, 'summary')

    expect(statements.length).toBeGreaterThan(2)
    for (const { text, start, check, evidence } of statements) {
      expect(check).toBe('confirmed')
      expect(evidence).toEqual([{ start, end: start + 9, text, speaker: MEETING.indexOf(text) % 2 }])
      expect(MEETING[start / 10]).toBe(text)
    }
    expect(checked).toEqual({ confirmed: statements.length, total: statements.length, dropped: 0 })
  })

  it('lists moments and texts if its type is theses [SUM-1]', async () => {
    const id = await addTalk(test, owner)
    await make(owner, id, 'theses')
    await composeWaiting(test)

    const { content, text } = await read(owner, id, 'theses')

    expect(content).toEqual(text.split('\n').map((line) => ({ start: MEETING.indexOf(line) * 10, text: line })))
  })

  it('names kind, voices and length of the recording if its type is about [SUM-1]', async () => {
    const id = await addTalk(test, owner)
    await test.ctx.db.updateTable('scripts').set({ mediaType: 'meeting', durationSeconds: 2520 }).where('id', '=', id).execute() // prettier-ignore
    await make(owner, id, 'about')
    await composeWaiting(test)

    const { text } = await read(owner, id, 'about')

    expect(text).toMatch(/^Совещание, говорят двое, 42\u00a0минуты\.$/mu)
    const [, ...quotes] = text.split(/\n+/u)
    expect(quotes).toHaveLength(2)
    expect(quotes.every((line) => MEETING.includes(line))).toBe(true)
  })

  it('is not made of a file without words, and not offered for one without a text', async () => {
    const id = await addScript(test, owner.userId ?? '', [])
    const uploaded = await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })

    const reply = await make(owner, id, 'summary')

    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'noText' })
    expect(await read(owner, uploaded, 'summary')).toMatchObject({ status: 'missing', canMake: false })
    expect((await make(owner, uploaded, 'summary')).json()).toMatchObject({ code: 'noText' })
  })

  it('is made once, however many callers ask while it runs', async () => {
    const id = await addTalk(test, owner)

    const replies = await Promise.all(Array.from({ length: 5 }, () => make(owner, id, 'summary')))

    expect(new Set(replies.map((reply) => reply.json<Summary>().id)).size).toBe(1)
    expect(await composeWaiting(test)).toBe(1)
  })

  it('is not made again for an owner of an ordinary tariff once it is complete', async () => {
    const id = await addTalk(test, owner)
    await make(owner, id, 'summary')
    await composeWaiting(test)

    const reply = await make(owner, id, 'summary')

    expect([reply.statusCode, reply.json()]).toMatchObject([409, { code: 'summaryExists' }])
  })
})

describe('the page of a file', () => {
  it('has the summaries that exist and the blocks of all three in order [SUM-5] [FILE-9]', async () => {
    const id = await addFreshTalk(test, owner)

    const fresh = await scriptOf(owner, id)
    await composeWaiting(test)
    const { scriptSummary, summaryBlocks } = await scriptOf(owner, id)

    expect(fresh.summaryBlocks.map(({ status }) => status)).toEqual(['process', 'process', 'missing'])
    expect(summaryBlocks).toEqual([
      { type: 'about', status: 'complete' },
      { type: 'summary', status: 'complete' },
      { type: 'theses', status: 'missing' },
    ])
    expect(scriptSummary).toEqual([await read(owner, id, 'about'), await read(owner, id, 'summary')])
  })

  it('has no summary of a file that was finished before there were any', async () => {
    const id = await addTalk(test, owner)

    const { scriptSummary, summaryBlocks, flaws } = await scriptOf(owner, id)

    expect({ scriptSummary, flaws }).toEqual({ scriptSummary: [], flaws: [] })
    expect(summaryBlocks).toEqual(summaryTypes.map((type) => ({ type, status: 'missing' })))
  })
})

describe('a failed summary', () => {
  it('leaves the text complete with errors, and a retry that succeeds mends it [SUM-2]', async () => {
    const id = await addFreshTalk(test, owner)
    await failWaiting(test)

    const failed = await scriptOf(owner, id)
    const shown = await read(owner, id, 'summary')
    await make(owner, id, 'about')
    await composeWaiting(test)
    const half = await scriptOf(owner, id)
    await make(owner, id, 'summary')
    await composeWaiting(test)
    const whole = await scriptOf(owner, id)

    expect(failed).toMatchObject({ status: 'completeWithErrors', flaws: ['summaryFailed'] })
    expect(failed.script).toHaveLength(MEETING.length)
    expect(shown).toMatchObject({ status: 'error', text: '', canMake: true })
    expect([half.status, whole.status]).toEqual(['completeWithErrors', 'complete'])
    expect(whole.flaws).toEqual([])
  })
})
