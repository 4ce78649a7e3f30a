import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { SpeechContext } from '#context.ts'
import { AppError } from '#platform/errors.ts'
import { addScript } from '#test/recordings/library.ts'
import { readScript, startProcessing, statusOf, textOf } from '#test/recordings/pipeline.ts'
import { type Caller, createTestApp, type TestApp } from '#test/test-app.ts'

import { finishProcess } from './finish.ts'
import { giveUpTask } from './tasks/run.ts'

let test: TestApp
let owner: Caller

beforeAll(async () => {
  test = await createTestApp()
  owner = await test.signIn()
})
afterAll(() => test.close())

const WORDS = JSON.stringify([
  { text: 'Добрый', start: 0, end: 0.5, confidence: null },
  { text: 'день.', start: 0.6, end: 1, confidence: null },
])

/** A file under way whose first seven seconds are recognised. */
async function startFile() {
  const id = await addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
  const processId = await startProcessing(owner, id)
  const recognised = { kind: 'recognise', state: 'done', attempts: 1, startSeconds: 0, endSeconds: 7, result: WORDS } as const // prettier-ignore
  await test.ctx.db.updateTable('tasks').set(recognised).where('processId', '=', processId).execute()
  await test.ctx.db.updateTable('processes').set({ secondsTotal: 9 }).where('id', '=', processId).execute()
  return { id, processId }
}

/** Ends a task that is out of attempts. Giving up needs neither media nor models. */
async function giveUp(task: { processId: string; kind: 'recognise' | 'diarise'; index: number }, startSeconds: number) {
  const lost = { ...task, startSeconds, endSeconds: 9, state: 'queued', attempts: 3 } as const
  await test.ctx.db.insertInto('tasks').values(lost).execute()
  await giveUpTask(test.ctx as SpeechContext, task, new AppError('processingFailed'))
}

describe('a recording', () => {
  it('keeps its text if diarisation fails', async () => {
    const { id, processId } = await startFile()

    await giveUp({ processId, kind: 'diarise', index: 0 }, 0)
    await finishProcess(test.ctx as SpeechContext, processId)

    const script = await readScript(owner, id)
    expect(script).toMatchObject({ status: 'completeWithErrors', speakers: 1 })
    expect(textOf(script)).toBe('Добрый день.')
  })

  it('fails if too much of it cannot be recognised', async () => {
    const { id, processId } = await startFile()

    await giveUp({ processId, kind: 'recognise', index: 1 }, 7)

    expect(await statusOf(owner, id)).toMatchObject({ status: 'error', error: 'Processing failed' })
    expect(await readScript(owner, id)).toMatchObject({ status: 'error', script: [] })
  })
})
