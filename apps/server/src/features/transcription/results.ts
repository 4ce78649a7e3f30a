import type { Context } from '#context.ts'
import type { Tx } from '#platform/db.ts'
import type { TaskRow } from '#platform/tables.ts'

import { finish } from './jobs.ts'
import { finishTask } from './task-repo.ts'

type Outcome = { state: 'done' | 'failed'; result: unknown }

/** Keeps what came of a piece of work; the last one sends for the joining, in the same transaction. */
export async function keepResult(ctx: Context, task: TaskRow, outcome: Outcome): Promise<void> {
  await ctx.db.transaction().execute((tx) => keepIn(ctx, tx, { task, ...outcome }))
}

/** The piece stays without a result, and the process goes on without it. */
export function keepFailed(ctx: Context, tx: Tx, task: TaskRow): Promise<void> {
  return keepIn(ctx, tx, { task, state: 'failed', result: null })
}

async function keepIn(ctx: Context, tx: Tx, { task, ...outcome }: Outcome & { task: TaskRow }): Promise<void> {
  const left = await finishTask(tx, task, { ...outcome, now: ctx.now() })
  if (left === 'last') await ctx.jobs.enqueue(tx, finish, [{ processId: task.processId }])
}
