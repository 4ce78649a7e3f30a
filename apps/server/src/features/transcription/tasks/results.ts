import type { Span } from '@doslovno/domain/span.ts'

import type { Context } from '#context.ts'
import { finish } from '#features/transcription/jobs.ts'
import type { Tx } from '#platform/db.ts'
import type { TaskRow } from '#platform/tables.ts'

import { finishTask } from './repo.ts'

type Outcome = { state: 'done' | 'failed'; result: unknown; unheard?: readonly Span[] | undefined }

/** Stores the result of a task; the last task of a process enqueues `finish` in the same transaction. */
export async function keepResult(ctx: Context, task: TaskRow, outcome: Outcome): Promise<void> {
  await ctx.db.transaction().execute((tx) => keepIn(ctx, tx, { task, ...outcome }))
}

/** Ends a task without a result; the process continues. */
export function keepFailed(ctx: Context, tx: Tx, task: TaskRow): Promise<void> {
  return keepIn(ctx, tx, { task, state: 'failed', result: null })
}

async function keepIn(ctx: Context, tx: Tx, { task, ...outcome }: Outcome & { task: TaskRow }): Promise<void> {
  const left = await finishTask(tx, task, { ...outcome, now: ctx.now() })
  if (left === 'last') await ctx.jobs.enqueue(tx, finish, [{ processId: task.processId }])
}
