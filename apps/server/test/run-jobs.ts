import { sql } from 'kysely'

import type { WorkerContext } from '#context.ts'
import { jobs } from '#handlers.ts'
import type { Db } from '#platform/db.ts'
import type { RunnableJob } from '#platform/jobs.ts'

import { inParallel } from './in-parallel.ts'
import type { TestApp } from './test-app.ts'

type Waiting = { name: string; data: object }

/**
 * Runs the jobs that wait, of one area or of all, in this process and by the clock of the test, until none is left.
 * Returns how many there were.
 */
export async function runJobs({ ctx }: Pick<TestApp, 'ctx'>, area = '%', width = 1): Promise<number> {
  // Not every job is of this type, but those without recordings use the context alone.
  const known = jobs as readonly RunnableJob<WorkerContext>[]
  const { signal } = new AbortController()
  for (let done = 0; ;) {
    const { rows } = await sql<Waiting>`
      delete from pgboss.job where ${ofArea(area)} and state in ('created', 'retry')
      returning name, data`.execute(ctx.db.withoutPlugins())
    if (rows.length === 0) return done
    await inParallel(rows, width, async ({ name, data }) =>
      known.find((job) => job.name === name)?.run(ctx as WorkerContext, data, signal),
    )
    done += rows.length
  }
}

/** Jobs of one area that wait or run; schedules do not count. */
export async function countJobs(db: Db, area: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pgboss.job
    where ${ofArea(area)} and data <> '{}' and state in ('created', 'retry', 'active')`.execute(db)
  return rows[0]?.count ?? 0
}

/** The jobs of an area, and the mails that it sends. */
function ofArea(area: string) {
  return sql`(name like ${`${area}.%`} or name = 'mails.send' and data->>'mail' like ${`${area}.%`})`
}
