import { sql } from 'kysely'

import { createLlm } from '#adapters/llm/index.ts'
import type { WorkerContext } from '#context.ts'
import { openSummaries } from '#features/summaries/index.ts'
import { compose, revive } from '#features/summaries/jobs.ts'
import { cut, read } from '#features/summaries/reading/jobs.ts'
import type { LlmConfig } from '#platform/config.ts'
import { AppError } from '#platform/errors.ts'
import type { RunnableJob } from '#platform/jobs.ts'

import { addScript } from './recordings/library.ts'
import type { Caller, TestApp } from './test-app.ts'

/** A model without what the last one learned. Its clock stands until a test moves it, and it never waits in place. */
export function freshLlm({ ctx }: TestApp, config: LlmConfig): { later(seconds: number): void } {
  let ms = Date.now()
  ctx.llm = createLlm(config, { log: ctx.log, now: () => ms, wait: async () => undefined })
  return { later: (seconds) => void (ms += seconds * 1000) }
}

/** A finished file of a user with its summaries under way. */
export async function addRead(test: TestApp, owner: Caller, sentences: readonly string[], fileName = 'talk.mp3') {
  const scriptId = await addScript(test, owner.userId ?? '', sentences, { fileName })
  await openAll(test, owner, scriptId)
  return scriptId
}

export function openAll(test: TestApp, owner: Caller, scriptId: string): Promise<void> {
  const finished = { scriptId, userId: owner.userId ?? '', templateId: null }
  return test.ctx.db.transaction().execute((tx) => openSummaries(tx, test.ctx, finished))
}

// Payloads come from the queue of the same job.
const works = [cut, read, compose] as readonly RunnableJob<WorkerContext>[]

type Taken = { name: string; data: unknown }

type Working = {
  /** Jobs at a time. */
  parallel?: number
  /** Jobs to run; all unless told. What is left waits for the next call. */
  jobs?: number
}

/** Runs the jobs of summaries until none is left, with their tries but without their pauses, as one worker would. */
export async function workAll(test: TestApp, { parallel = 4, jobs = Infinity }: Working = {}): Promise<void> {
  for (let left = jobs; left > 0;) {
    const batch = await takeJobs(test, Math.min(parallel, left))
    if (batch.length === 0) return
    await Promise.all(batch.map((taken) => runToEnd(test, taken)))
    left -= batch.length
  }
}

/** Starts the makings that wait for another try, as the schedule does when their time has come. */
export async function reviveNow(test: TestApp): Promise<void> {
  const retryAt = new Date(0)
  await test.ctx.db.updateTable('summaries').set({ retryAt }).where('retryAt', 'is not', null).execute()
  await revive.run(test.ctx as WorkerContext, revive.payload.parse({}), new AbortController().signal)
}

async function runToEnd(test: TestApp, { name, data }: Taken): Promise<void> {
  const job = works.find((known) => known.name === name)
  if (!job) throw new Error(`No job ${name}`)
  const ctx = test.ctx as WorkerContext
  for (let attempt = 1; ; attempt++)
    try {
      return await job.run(ctx, data, new AbortController().signal)
    } catch (error) {
      const isFinal = error instanceof AppError
      if (isFinal || attempt === job.attempts)
        return await job.giveUp(ctx, data, isFinal ? error : new AppError('processingFailed'))
    }
}

/** Takes waiting jobs off the queue, oldest first. */
export async function takeJobs({ ctx }: TestApp, most: number): Promise<Taken[]> {
  const { rows } = await sql<Taken>`
    delete from pgboss.job where id in (
      select id from pgboss.job where state = 'created'
        and name in ('summaries.cut', 'summaries.read', 'summaries.compose') order by created_on limit ${most})
    returning name, data`.execute(ctx.db.withoutPlugins())
  return rows
}

/** Tokens that the ledger counts for a script, and the number of its calls. */
export async function spentOn({ ctx }: TestApp, scriptId: string) {
  const rows = await ctx.db.selectFrom('llmCalls').selectAll().where('scriptId', '=', scriptId).orderBy('at').execute()
  const tokensOf = (row: (typeof rows)[number]) =>
    row.promptTokens === null ? row.reservedTokens : row.promptTokens + (row.completionTokens ?? 0)
  return { rows, calls: rows.length, tokens: rows.reduce((sum, row) => sum + tokensOf(row), 0) }
}
