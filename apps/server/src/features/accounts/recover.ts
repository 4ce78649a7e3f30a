import { normalEmail } from '@doslovno/domain/account/email.ts'
import { passwordProblem } from '@doslovno/domain/account/password.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { cancelLinksOf, requestLink, spendLink } from '#features/mail-links/index.ts'
import { revokeSessionsOf } from '#features/sessions/index.ts'
import { invalidFields } from '#platform/errors.ts'

import { recover, sendNotice } from './jobs.ts'
import { findUser, findUserByEmail, updateUser } from './repo.ts'

/** Answers the same, in the same time, whether or not anybody has the address; too many mails to one are not sent. */
export async function requestRecovery(ctx: Context, emailAsTyped: string, address: string): Promise<void> {
  const email = normalEmail(emailAsTyped)
  await ctx.limits.spend('mailByAddress', address)
  if (!(await ctx.limits.isWithin('mailToAddressee', email))) return
  await ctx.db.transaction().execute((tx) => ctx.jobs.enqueue(tx, recover, [{ email }]))
}

export async function sendRecovery(ctx: Context, email: string): Promise<void> {
  const user = await findUserByEmail(ctx.db, email)
  if (!user) return
  const { id: userId, name } = user
  await ctx.db.transaction().execute((tx) => requestLink(ctx, tx, { purpose: 'recover', userId, email, name }))
}

/** Sets a new password; whoever was signed in is out, and what they asked for by mail is void. */
export async function confirmRecovery(ctx: Context, token: string, newPassword: string): Promise<void> {
  const refusal = invalidFields({ newPassword: passwordProblem(newPassword, false) })
  if (refusal) throw refusal
  const passwordHash = await ctx.passwords.hash(newPassword)
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const { userId, email } = await spendLink(tx, 'recover', token, now)
    if (!userId) return
    await updateUser(tx, userId, { passwordHash })
    await revokeSessionsOf(tx, userId, now)
    await cancelLinksOf(tx, userId)
    await recordAudit(tx, { kind: 'passwordChanged', userId, details: { by: 'recovery' } })
    const name = (await findUser(tx, userId))?.name ?? ''
    await ctx.jobs.enqueue(tx, sendNotice, [{ kind: 'passwordChanged', email, name }])
  })
}
