import type { Context } from '#context.ts'
import { takeEmailBack } from '#features/accounts/index.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { contactOf } from '#features/users/index.ts'

import { privacyMail } from './mail.ts'
import { removeAdded } from './remove-added.ts'

/** An intruder may prepare a way back before they change the e-mail. */
const BEFORE_MS = 24 * 3_600_000

/** Returns the account to its former e-mail, without anything that an intruder may have added. */
export async function revertEmail(ctx: Context, token: string, address: string): Promise<void> {
  await ctx.db.transaction().execute(async (tx) => {
    const { userId, email, changedAt } = await takeEmailBack(ctx, tx, token)
    const since = new Date(changedAt.getTime() - BEFORE_MS)
    const removed = await removeAdded(ctx, tx, { userId, address, since })
    await recordAudit(tx, { kind: 'emailReverted', userId, address, details: { removed: removed.join(' ') } })
    const name = (await contactOf(tx, userId))?.name ?? ''
    await sendMail(ctx, tx, privacyMail, { kind: 'emailReverted', email, name, removed })
  })
}
