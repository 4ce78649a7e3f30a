import type { Context } from '#context.ts'
import { revokeKeyOf } from '#features/accounts/api-keys/revoke.ts'
import { cancelLaterReverts, cancelLinksOf } from '#features/accounts/mail-links/repo.ts'
import { spendLink } from '#features/accounts/mail-links/spend.ts'
import { cancelSignIns } from '#features/accounts/second-factors/repo.ts'
import { revokeSessionsOf } from '#features/accounts/sessions/repo.ts'
import { recordAudit } from '#features/operations/index.ts'
import { updateEmail, updateUser } from '#features/users/index.ts'
import { AppError } from '#platform/errors.ts'
import type { UserRow } from '#platform/tables.ts'

/** The payload of a link that reverts a change of e-mail: an intruder may have set a password of their own since. */
export type FormerAccount = Pick<UserRow, 'passwordHash' | 'isPasswordPending'>

/** Restores e-mail and password as they were before the change, ends all sessions and the API key and cancels later links. */
export async function revertEmail(ctx: Context, token: string, address: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const { userId, email, payload, createdAt } = await spendLink(tx, 'revertEmail', token, now)
    if (!userId || !(await updateEmail(tx, userId, email))) throw new AppError('userExists')
    await updateUser(tx, userId, payload as FormerAccount) // written by `confirmNewEmail`
    await revokeSessionsOf(tx, userId, now)
    await revokeKeyOf(tx, userId, address)
    await cancelLinksOf(tx, userId)
    await cancelSignIns(tx, userId)
    await cancelLaterReverts(tx, userId, createdAt)
    await recordAudit(tx, { kind: 'emailReverted', userId, address })
  })
}
