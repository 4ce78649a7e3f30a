import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'

import { AppError } from '#platform/errors.ts'
import { addScript } from '#test/recordings/library.ts'
import { recognise } from '#test/summaries.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'

import { giveUpProcess } from './give-up.ts'

let test: TestApp

beforeAll(async () => {
  test = await createTestApp()
})
afterAll(() => test.close())

const VOICE = '0.318309886183'
const window = JSON.stringify({
  turns: [{ start: 0, end: 19, speaker: 0 }],
  voices: [{ seconds: 19, embedding: [Number(VOICE), 1] }],
  voicesThreshold: 0.5,
})

/** Tables that hold the number, in any column of any row. */
async function tablesWithVoice(): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'pgboss')`.execute(test.ctx.db)
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const holding = sql`select 1 from ${sql.raw(name)} as held where held::text like ${`%${VOICE}%`} limit 1`
      return (await holding.execute(test.ctx.db)).rows.map(() => name)
    }),
  )
  return found.flat()
}

async function addWindow(scriptId: string): Promise<void> {
  const { db } = test.ctx
  const { id: processId } = await db
    .selectFrom('processes')
    .select('id')
    .where('scriptId', '=', scriptId)
    .executeTakeFirstOrThrow()
  const whole = { startSeconds: 0, endSeconds: 20, result: window }
  await db
    .insertInto('tasks')
    .values({ processId, kind: 'diarise', index: 0, state: 'done', ...whole })
    .execute()
}

it('leaves no voice in the database after a process has ended', async () => {
  const owner = await test.signIn()
  const newScript = () => addScript(test, owner.userId ?? '', [], { status: 'uploaded' })
  const [complete, failed] = [await newScript(), await newScript()]
  let whileRunning: string[] = []
  const beforeEnd = async () => {
    await addWindow(complete)
    whileRunning = await tablesWithVoice()
  }

  await recognise(test, owner, complete, { sentences: ['Добрый день, коллеги.'], beforeEnd })
  const started = await owner.call({ method: 'POST', url: `/api/scripts/${failed}/process`, payload: {} })
  await addWindow(failed)
  await giveUpProcess(test.ctx, started.json<{ processId: string }>().processId, new AppError('processingFailed'))

  expect(whileRunning).toEqual(['public.tasks'])
  expect(await tablesWithVoice()).toEqual([])
})
