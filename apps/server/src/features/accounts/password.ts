import type { SessionActor } from '@doslovno/domain/access.ts'
import { passwordProblem } from '@doslovno/domain/account/password.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { updateUser } from '#features/users/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'

import { replaceKeyOf } from './api-keys/key.ts'
import { requestLink, spendLink } from './mail-links/link.ts'
import { cancelLinksOf } from './mail-links/repo.ts'
import { accountNotice } from './mails.ts'
import { cancelSignIns } from './second-factors/repo.ts'
import { revokeSessionsOf, spendLegacyTokensOf } from './sessions/repo.ts'
import { signedInUser } from './signed-in.ts'

type NewPassword = { passwordHash: string; sessionId: string }

/** Does not ask for the old password; the new one takes effect by a link mailed to the owner's address. */
export async function requestNewPassword(
  ctx: Context,
  { userId, sessionId }: SessionActor,
  password: string,
): Promise<void> {
  const refusal = invalidFields({ password: await newPasswordProblem(ctx, password, false) })
  if (refusal) throw refusal
  const { email, name } = await signedInUser(ctx.db, userId)
  if (!email) throw new AppError('noEmail')
  await ctx.rateLimits.spend('mailToAddressee', `editPassword ${email}`)
  const payload: NewPassword = { passwordHash: await ctx.passwords.hash(password), sessionId }
  await ctx.db
    .transaction()
    .execute((tx) => requestLink(ctx, tx, { purpose: 'editPassword', userId, email, name, payload }))
}

/** Sets the new password, replaces the API key and ends every session except the one that requested it. */
export async function confirmNewPassword(ctx: Context, token: string, address: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const { userId, email, payload } = await spendLink(tx, 'editPassword', token, now)
    if (!userId) return
    const { passwordHash, sessionId } = payload as NewPassword // written by `requestNewPassword`
    await updateUser(tx, userId, { passwordHash, isPasswordPending: false })
    await cancelLinksOf(tx, userId)
    await cancelSignIns(tx, userId)
    await revokeSessionsOf(tx, userId, now, sessionId)
    await spendLegacyTokensOf(tx, userId, now)
    await replaceKeyOf(ctx, tx, userId, address)
    await recordAudit(tx, { kind: 'passwordChanged', userId, address, details: { by: 'account' } })
    const { name } = await signedInUser(tx, userId)
    await sendMail(ctx, tx, accountNotice, { kind: 'passwordChanged', email, name })
  })
}

/** Keeps the pending password of a registration, or replaces it. The mailed link has proved who the owner is. */
export async function answerForPassword(
  ctx: Context,
  { userId }: SessionActor,
  { newPassword, address }: { newPassword: string | undefined; address: string },
): Promise<void> {
  const { isPasswordPending } = await signedInUser(ctx.db, userId)
  if (!isPasswordPending) throw new AppError('notFound')
  if (newPassword === undefined) {
    await updateUser(ctx.db, userId, { isPasswordPending: false })
    return recordAudit(ctx.db, { kind: 'registrationPasswordKept', userId, address })
  }
  const refusal = invalidFields({ newPassword: await newPasswordProblem(ctx, newPassword, true) })
  if (refusal) throw refusal
  await updateUser(ctx.db, userId, { passwordHash: await ctx.passwords.hash(newPassword), isPasswordPending: false })
  await recordAudit(ctx.db, { kind: 'passwordChanged', userId, address, details: { by: 'registration' } })
}

/** The error code of an unacceptable new password; undefined if it is fine. */
export async function newPasswordProblem(
  ctx: Context,
  password: string,
  isRegistration: boolean,
): Promise<string | undefined> {
  const problem = passwordProblem(password, isRegistration)
  if (problem) return problem
  return (await ctx.breached.isBreached(password)) ? 'auth.passwordBreached' : undefined
}
