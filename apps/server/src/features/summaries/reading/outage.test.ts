import type { Script } from '@doslovno/contract/scripts.ts'
import { speech } from '@doslovno/texts/test/speech.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'

import type { LlmConfig } from '#platform/config.ts'
import { startTestLlm, type TestLlm } from '#test/llm.ts'
import { addRead, freshLlm, reviveNow, workAll } from '#test/reading.ts'
import { read } from '#test/summaries.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

const ALWAYS = 1_000_000

let llm: TestLlm
let test: TestApp
let owner: Caller
let config: LlmConfig

beforeAll(async () => {
  llm = await startTestLlm()
  config = llm.config()
  test = await createTestApp({ llm: config })
  owner = await test.signIn()
})
afterEach(() => llm.reset())
afterAll(async () => {
  await test.close()
  await llm.close()
})

const scriptOf = async (id: string) => (await owner.call({ url: `/api/scripts/${id}` })).json<Script>()

describe('an outage of the model', () => {
  it('leaves the text complete, and summaries come by themselves after it [SUM-2]', async () => {
    const clock = freshLlm(test, config)
    await llm.fail({ mode: '503', times: ALWAYS, retryAfterSeconds: -1 })
    const id = await addRead(test, owner, speech(20))
    await workAll(test)
    const during = await scriptOf(id)

    await llm.reset()
    clock.later(10 * 60)
    await reviveNow(test)
    const revived = await read(owner, id, 'summary')
    await workAll(test)
    const after = await scriptOf(id)

    expect(during).toMatchObject({ status: 'completeWithErrors', flaws: ['summaryFailed'] })
    expect(during.script).toHaveLength(120)
    expect(revived.status).toBe('process')
    expect(after).toMatchObject({ status: 'complete', flaws: [] })
    expect(after.summaryBlocks).toContainEqual({ type: 'summary', status: 'complete' })
  })

  it('keeps the parts that were read before it', async () => {
    const clock = freshLlm(test, config)
    const id = await addRead(test, owner, speech(60))
    await workAll(test, { jobs: 3, parallel: 1 })
    await llm.fail({ mode: 'down', times: ALWAYS })
    await workAll(test)

    await llm.reset()
    clock.later(10 * 60)
    await reviveNow(test)
    await workAll(test)

    const parts = (await llm.calls()).filter(({ purpose }) => purpose === 'read')
    expect(new Set(parts.map(({ prompt }) => /часть (\d)/.exec(prompt)?.[1]))).toEqual(new Set(['3', '4']))
    expect(parts).toHaveLength(2)
    expect(await read(owner, id, 'summary')).toMatchObject({ status: 'complete' })
  })

  it('causes one probe per pause, however many files wait', async () => {
    const clock = freshLlm(test, config)
    await llm.fail({ mode: '502', times: ALWAYS })
    await Promise.all(Array.from({ length: 50 }, () => addRead(test, owner, speech(2))))
    await workAll(test)
    const before = (await llm.calls()).length

    clock.later(30)
    await reviveNow(test)
    await workAll(test)

    expect(before).toBe(5)
    expect((await llm.calls()).length - before).toBe(1)
  })
})
