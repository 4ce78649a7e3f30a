import type { Summary } from '@doslovno/contract/summaries.ts'
import type { ErrorCode } from '@doslovno/domain/errors.ts'
import type { SummaryType } from '@doslovno/domain/summary/types.ts'
import { spreadWords } from '@doslovno/domain/transcript/spread-words.ts'
import { MEETING } from '@doslovno/texts/test/launch-meeting.ts'
import { sql } from 'kysely'

import type { WorkerContext } from '#context.ts'
import { openSummaries } from '#features/summaries/index.ts'
import { compose, digest } from '#features/summaries/jobs.ts'
import { finishProcess } from '#features/transcription/finish.ts'
import { giveUpProcess } from '#features/transcription/give-up.ts'
import { AppError } from '#platform/errors.ts'

import { addScript } from './recordings/library.ts'
import type { Caller, TestApp } from './test-app.ts'

/** A finished file of a user, as its transcription leaves it: without summaries. */
export function addTalk(test: TestApp, owner: Caller, changes: { isPublic?: boolean } = {}): Promise<string> {
  return addScript(test, owner.userId ?? '', MEETING, changes)
}

/** The same, with its summaries under way. */
export async function addFreshTalk(
  test: TestApp,
  owner: Caller,
  changes: { isPublic?: boolean } = {},
): Promise<string> {
  const scriptId = await addTalk(test, owner, changes)
  const finished = { scriptId, userId: owner.userId ?? '', templateId: null }
  await test.ctx.db.transaction().execute((tx) => openSummaries(tx, test.ctx, finished))
  return scriptId
}

/** `beforeEnd` is called when everything is recognised. */
type Recognised = Sent & { sentences?: readonly string[]; beforeEnd?: () => Promise<unknown> }
type Sent = { again?: boolean; mediaType?: string; language?: string; vocabulary?: object | null }

/** Processes a file as the pipeline does; only the recognition is left out. */
export async function recognise(
  test: TestApp,
  owner: Caller,
  scriptId: string,
  changes: Recognised = {},
): Promise<string> {
  const { sentences = MEETING, beforeEnd, ...options } = changes
  const reply = await owner.call({ method: 'POST', url: `/api/scripts/${scriptId}/process`, payload: options })
  const { processId } = reply.json<{ processId: string }>()
  const words = sentences.flatMap((text, at) => spreadWords(text.split(' '), { start: at * 10, end: at * 10 + 9 }))
  const chunk = { startSeconds: 0, endSeconds: sentences.length * 10, result: JSON.stringify(words) }
  await test.ctx.db
    .insertInto('tasks')
    .values({ processId, kind: 'recognise', index: 0, state: 'done', ...chunk })
    .execute()
  await beforeEnd?.()
  await finishProcess(test.ctx, processId)
  return processId
}

/** Starts to process a file and lets that fail. */
export async function failProcessing(
  test: TestApp,
  owner: Caller,
  scriptId: string,
  code: ErrorCode,
  options: Pick<Recognised, 'again' | 'vocabulary'> = {},
): Promise<void> {
  const reply = await owner.call({ method: 'POST', url: `/api/scripts/${scriptId}/process`, payload: options })
  await giveUpProcess(test.ctx, reply.json<{ processId: string }>().processId, new AppError(code))
}

export const urlOf = (scriptId: string, type: SummaryType) => `/api/scripts/${scriptId}/summary/${type}`

export function make(
  caller: Pick<Caller, 'call'>,
  scriptId: string,
  type: SummaryType,
  payload: object = {},
): ReturnType<Caller['call']> {
  return caller.call({ method: 'POST', url: urlOf(scriptId, type), payload })
}

export async function read(caller: Pick<Caller, 'call'>, scriptId: string, type: SummaryType): Promise<Summary> {
  return (await caller.call({ url: urlOf(scriptId, type) })).json<Summary>()
}

/** Runs the jobs that wait to write summaries, as a worker would; returns how many there were. */
export async function composeWaiting(test: TestApp): Promise<number> {
  const waiting = await takeJobs(test)
  const { signal } = new AbortController()
  for (const payload of waiting) await compose.run(test.ctx as WorkerContext, payload, signal)
  return waiting.length
}

/** Lets the jobs that wait to write summaries run out of attempts. */
export async function failWaiting(test: TestApp, code: 'processingFailed' | 'budgetSpent' = 'processingFailed') {
  for (const payload of await takeJobs(test)) await compose.giveUp(test.ctx as WorkerContext, payload, new AppError(code)) // prettier-ignore
}

async function takeJobs({ ctx }: TestApp): Promise<{ summaryId: string }[]> {
  const { rows } = await sql<{ data: { summaryId: string } }>`
    delete from pgboss.job where name = 'summaries.compose' and state = 'created' returning data`.execute(
    ctx.db.withoutPlugins(),
  )
  return rows.map(({ data }) => data)
}

/** Finds the chapters of new texts, as a worker would. */
export async function findChaptersWaiting(test: TestApp): Promise<void> {
  const { rows } = await sql<{ data: { scriptId: string } }>`
    delete from pgboss.job where name = 'summaries.digest' and state = 'created' returning data`.execute(
    test.ctx.db.withoutPlugins(),
  )
  for (const { data } of rows) await digest.run(test.ctx as WorkerContext, data, new AbortController().signal)
}
