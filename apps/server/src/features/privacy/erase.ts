import { scopes } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { forgetEmail, forgetUser as forgetSignIns, revokeSessionsOf } from '#features/accounts/index.ts'
import { forgetUser as forgetBilling } from '#features/billing/index.ts'
import { cancelDownload, runningDownloads } from '#features/links/index.ts'
import { sendMail } from '#features/mails/index.ts'
import { forgetAuditOf, forgetFeedbackOf } from '#features/operations/index.ts'
import { clear, eraseScript } from '#features/retention/index.ts'
import { scriptIdsOf } from '#features/scripts/index.ts'
import { forgetUser as forgetCalls } from '#features/summaries/index.ts'
import { abortUpload, unendedUploads } from '#features/uploads/index.ts'
import { deleteUser, lockDue } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import type { UserRow } from '#platform/tables.ts'

import { privacyMail } from './mail.ts'
import { deleteExportsOf, insertDeleted } from './repo.ts'
import { exportKey } from './shelf.ts'

/**
 * Deletes an account that is due, with everything it has. Every step may be repeated: the row of the user, which leads
 * to the rest, goes last. Does nothing if the owner has kept the account.
 */
export async function eraseAccount(ctx: Context, userId: string, signal?: AbortSignal): Promise<void> {
  for (let isGone = !(await closeDoors(ctx, userId)); !isGone; isGone = await eraseUser(ctx, userId)) {
    signal?.throwIfAborted()
    await stopArrivals(ctx, userId)
    for (const scriptId of await scriptIdsOf(ctx.db, userId)) {
      signal?.throwIfAborted()
      await eraseScript(ctx, scriptId)
    }
  }
}

/** From here on nobody works in the account; false if it is not due. */
function closeDoors(ctx: Context, userId: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    if (!(await lockDue(tx, userId, ctx.now()))) return false
    await revokeSessionsOf(tx, userId, ctx.now())
    return true
  })
}

async function stopArrivals(ctx: Context, userId: string): Promise<void> {
  const owner = { kind: 'session', userId, sessionId: '', scopes } as const
  for (const id of await runningDownloads(ctx.db, userId)) await cancelDownload(ctx, id, owner)
  for (const upload of await unendedUploads(ctx.db, userId)) await abortUpload(ctx, upload)
}

/** Deletes the user, unless a file has arrived meanwhile; returns whether there is nothing left to do. */
function eraseUser(ctx: Context, userId: string): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    const user = await lockDue(tx, userId, ctx.now())
    if (!user) return true
    const arrived = [...(await scriptIdsOf(tx, userId)), ...(await unendedUploads(tx, userId))]
    if (arrived.length > 0) return false
    await forget(ctx, tx, user)
    await insertDeleted(tx, userId, ctx.now())
    await deleteUser(tx, userId)
    const { email, name } = user
    if (email) await sendMail(ctx, tx, privacyMail, { kind: 'deleted', email, name })
    return true
  })
}

/** Deletes rows that no foreign key covers. Mails that wait for the person are not sent any more. */
async function forget(ctx: Context, tx: Tx, { id, email }: UserRow): Promise<void> {
  const keys = (await deleteExportsOf(tx, id)).map(exportKey)
  if (keys.length > 0) await ctx.jobs.enqueue(tx, clear, [{ keys }])
  await forgetSignIns(tx, id)
  await forgetBilling(tx, id, ctx.now())
  await forgetAuditOf(tx, id)
  await forgetCalls(tx, id)
  await forgetFeedbackOf(tx, id, email)
  if (email) await forgetEmail(tx, email)
  await ctx.jobs.forget(tx, email ? [id, email] : [id])
}
