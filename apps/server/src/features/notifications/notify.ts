import type { Context } from '#context.ts'
import { scriptById } from '#features/scripts/index.ts'

import { mail, push } from './jobs.ts'
import { newsOf } from './news.ts'
import { subscriptionsOf } from './repo.ts'

const WAIT_MS = 5 * 60_000

/** Hands the end of a process to the targets that its owner has switched on, each with a job of its own. */
export async function notifyOwner(ctx: Context, { scriptId }: { scriptId: string }): Promise<void> {
  const { db, jobs, now } = ctx
  const processId = (await scriptById(db, scriptId))?.processId
  if (!processId) return
  const ofProcess = { scriptId, processId }
  const news = await newsOf(ctx, ofProcess)
  if (!news) return
  const { owner, settings } = news
  const browsers = settings.isPushOn && ctx.push ? await subscriptionsOf(db, owner.id) : []
  const pushes = browsers.map(({ id }) => ({ ...ofProcess, subscriptionId: id }))
  const waitUntil = new Date(now().getTime() + WAIT_MS).toISOString()
  await db.transaction().execute(async (tx) => {
    if (settings.isEmailOn && owner.email) await jobs.enqueue(tx, mail, [{ ...ofProcess, waitUntil }])
    if (pushes.length > 0) await jobs.enqueue(tx, push, pushes)
  })
}
