import { passwordProblem } from '@doslovno/domain/account/password.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { requestLink, spendLink } from '#features/mail-links/index.ts'
import { revokeSessionsOf } from '#features/sessions/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { Viewer } from '#platform/tokens.ts'

import { sendNotice } from './jobs.ts'
import { updateUser } from './repo.ts'
import { signedInUser } from './signed-in.ts'

type NewPassword = { passwordHash: string; sessionId: string }

/** The old password is not asked for; so the new one waits for the link that goes to the owner's own address. */
export async function requestNewPassword(ctx: Context, { userId, sessionId }: Viewer, password: string): Promise<void> {
  const refusal = invalidFields({ password: passwordProblem(password, false) })
  if (refusal) throw refusal
  const { email, name } = await signedInUser(ctx.db, userId)
  if (!email) throw new AppError('noEmail')
  await ctx.limits.spend('mailToAddressee', email)
  const payload: NewPassword = { passwordHash: await ctx.passwords.hash(password), sessionId }
  await ctx.db
    .transaction()
    .execute((tx) => requestLink(ctx, tx, { purpose: 'editPassword', userId, email, name, payload }))
}

/** Takes the new password and ends every session but the one it was asked in. */
export async function confirmNewPassword(ctx: Context, token: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const { userId, email, payload } = await spendLink(tx, 'editPassword', token, now)
    if (!userId) return
    const { passwordHash, sessionId } = payload as NewPassword // what `requestNewPassword` put there
    await updateUser(tx, userId, { passwordHash })
    await revokeSessionsOf(tx, userId, now, sessionId)
    await recordAudit(tx, { kind: 'passwordChanged', userId, details: { by: 'account' } })
    const { name } = await signedInUser(tx, userId)
    await ctx.jobs.enqueue(tx, sendNotice, [{ kind: 'passwordChanged', email, name }])
  })
}
