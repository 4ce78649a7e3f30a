import * as z from 'zod'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/operations/index.ts'
import { jobs } from '#handlers.ts'

import { type Command, Misuse } from './command.ts'

export const deadLetterCommands: readonly Command[] = [
  {
    name: 'dead-letters list',
    usage: '',
    help: 'Lists jobs of the last 30 days that ran out of attempts.',
    words: { least: 0, most: 0 },
    kind: 'reading',
    prepare: () => async (ctx) => ({ data: await list(ctx) }),
  },
  {
    name: 'dead-letters retry',
    usage: 'JOB [ID]',
    help: 'Enqueues the dead letters of a job again, all or one. Fix the cause first.',
    words: { least: 1, most: 2 },
    kind: 'change',
    prepare: ({ words: [name, id], operator }) => {
      const job = jobs.find((known) => known.name === name)
      if (!job) throw new Misuse(`JOB: one of ${jobs.map((known) => known.name).join(', ')}`)
      if (id !== undefined) z.uuid('ID: an id').parse(id)
      return async (ctx) => {
        const details = { job: job.name, ...(id && { id }), ...operator }
        await recordAudit(ctx.db, { kind: 'deadLettersRetried', userId: null, details })
        return { data: { retried: await ctx.jobs.retryDeadLetters(ctx.db, job, id) } }
      }
    },
  },
]

async function list(ctx: Context) {
  const letters = await Promise.all(
    jobs.map(async (job) =>
      (await ctx.jobs.deadLetters(ctx.db, job)).map(({ id, at, ids, failure, isGivenUp }) => ({
        at,
        job: job.name,
        id,
        state: isGivenUp ? 'given up' : 'giving up',
        failure,
        ids,
      })),
    ),
  )
  return letters.flat()
}
