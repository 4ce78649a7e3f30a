import type { Context } from '#context.ts'
import { clear } from '#features/retention/index.ts'
import { dueDeletions } from '#features/users/index.ts'

import { deleteDue } from './jobs.ts'
import { deleteExpired } from './repo.ts'
import { exportKey } from './shelf.ts'

/** More wait for the next run. */
const BATCH = 500

/** Enqueues the deletions that are due, and deletes archives whose time is over. */
export async function sweepPrivacy(ctx: Context): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const due = (await dueDeletions(tx, ctx.now(), BATCH)).map((userId) => ({ userId }))
    await ctx.jobs.enqueue(tx, deleteDue, await ctx.jobs.withoutJob(tx, deleteDue, due))
  })
  await ctx.db.transaction().execute(async (tx) => {
    const keys = (await deleteExpired(tx, ctx.now())).map(exportKey)
    if (keys.length > 0) await ctx.jobs.enqueue(tx, clear, [{ keys }])
  })
}
