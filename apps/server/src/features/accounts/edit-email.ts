import type { SessionActor } from '@doslovno/domain/access.ts'
import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { updateEmail, userByEmail, userById, updateUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { UserRow } from '#platform/tables.ts'

import { revokeKeyOf } from './api-keys/key.ts'
import { requestLink, spendLink } from './mail-links/link.ts'
import { cancelLinksOf, cancelLaterReverts } from './mail-links/repo.ts'
import { accountNotice } from './mails.ts'
import { cancelSignIns } from './second-factors/repo.ts'
import { revokeSessionsOf } from './sessions/repo.ts'
import { signedInUser } from './signed-in.ts'

/** Mails a link to the new address and a notice to the old one. */
export async function requestNewEmail(ctx: Context, { userId }: SessionActor, emailAsTyped: string): Promise<void> {
  const email = normalEmail(emailAsTyped)
  const refusal = invalidFields({ email: isEmail(email) ? undefined : 'auth.emailWrongFormat' })
  if (refusal) throw refusal
  await ctx.rateLimits.spend('mailToAddressee', `editEmail ${email}`)
  const user = await signedInUser(ctx.db, userId)
  const owner = await userByEmail(ctx.db, email)
  const taken = invalidFields({ email: owner && 'auth.emailAlreadyTaken' })
  if (taken) throw taken
  await ctx.db.transaction().execute(async (tx) => {
    await requestLink(ctx, tx, { purpose: 'editEmail', userId, email, name: user.name })
    if (user.email)
      await sendMail(ctx, tx, accountNotice, { kind: 'editEmail', email: user.email, name: user.name, newEmail: email })
  })
}

/** Changes the e-mail and mails the old address a link that reverts it. */
export async function confirmNewEmail(ctx: Context, token: string, address: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const { userId, email } = await spendLink(tx, 'editEmail', token, now)
    const before = userId ? await userById(tx, userId) : undefined
    if (!before || !(await updateEmail(tx, before.id, email))) throw new AppError('userExists')
    await cancelLinksOf(tx, before.id)
    await recordAudit(tx, { kind: 'emailChanged', userId, address })
    await offerRevert(ctx, tx, before)
  })
}

async function offerRevert(ctx: Context, tx: Tx, before: UserRow): Promise<void> {
  const { id: userId, email, name, passwordHash, isPasswordPending } = before
  if (!email) return
  const payload: FormerAccount = { passwordHash, isPasswordPending }
  await requestLink(ctx, tx, { purpose: 'revertEmail', userId, email, name, payload })
}

/** The payload of a link that reverts a change of e-mail: an intruder may have set a password of their own since. */
type FormerAccount = Pick<UserRow, 'passwordHash' | 'isPasswordPending'>

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
