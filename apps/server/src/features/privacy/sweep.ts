import type { Context } from '#context.ts'
import { clear } from '#features/retention/index.ts'
import { dueDeletions } from '#features/users/index.ts'
import { estimateRows } from '#platform/db.ts'

import { deleteDue } from './jobs.ts'
import { deleteExpired } from './repo.ts'
import { exportKey } from './shelf.ts'

/** More wait for the next run. */
const BATCH = 500

/** Deletes archives whose time is over, and enqueues the deletions that are due. */
export async function sweepPrivacy(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const keys = (await deleteExpired(tx, ctx.now())).map(exportKey)
    if (keys.length > 0) await ctx.jobs.enqueue(tx, clear, [{ keys }])
  })
  await enqueueDeletions(ctx)
}

/** More than both at once are more likely a mistake than the wishes of people. */
const MOST_ACCOUNTS = 20
const MOST_ACCOUNTS_SHARE = 0.001

/** Enqueues the deletions that are due; more than a few need the word of an operator. Returns how many. */
export function enqueueDeletions(ctx: Context, isForced = false): Promise<number> {
  return ctx.db.transaction().execute(async (tx) => {
    const due = (await dueDeletions(tx, ctx.now(), BATCH)).map((userId) => ({ userId }))
    const waiting = await ctx.jobs.withoutJob(tx, deleteDue, due)
    const most = Math.max(MOST_ACCOUNTS, (await estimateRows(tx, 'users')) * MOST_ACCOUNTS_SHARE)
    if (!isForced && waiting.length > most)
      throw new Error(`${waiting.length} accounts are due for deletion: too many without an operator`)
    await ctx.jobs.enqueue(tx, deleteDue, waiting)
    return waiting.length
  })
}
