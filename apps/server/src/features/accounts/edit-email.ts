import type { SessionActor } from '@doslovno/domain/access.ts'
import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { updateEmail, userByEmail, userById, updateUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError, invalidFields } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import type { UserRow } from '#platform/tables.ts'

import { endEverySession } from './disable.ts'
import { requestLink, spendLink } from './mail-links/link.ts'
import { cancelLinksOf, cancelLaterReverts } from './mail-links/repo.ts'
import { accountNotice } from './mails.ts'
import { isProtected } from './second-factors/challenges.ts'
import { hasPassword, ownerOf, type Proof, proveOwner } from './second-factors/proof.ts'
import { protectionOf } from './second-factors/repo.ts'

type NewEmail = { email: string; proof: Proof }

/** Mails a link to the new address and a notice to the old one. */
export async function requestNewEmail(
  ctx: Context,
  actor: SessionActor,
  { email: emailAsTyped, proof }: NewEmail,
  client: Client,
): Promise<void> {
  const email = normalEmail(emailAsTyped)
  const refusal = invalidFields({ email: isEmail(email) ? undefined : 'auth.emailWrongFormat' })
  if (refusal) throw refusal
  const user = await ownerOf(ctx, actor)
  const { id: userId } = user
  const owner = await userByEmail(ctx.db, email)
  const taken = invalidFields({ email: owner && 'auth.emailAlreadyTaken' })
  if (taken) throw taken
  if (hasPassword(user) || isProtected(await protectionOf(ctx.db, userId))) await proveOwner(ctx, actor, proof, client)
  await ctx.rateLimits.spend('mailToAddressee', `editEmail ${email}`)
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

type TakenBack = { userId: string; email: string; changedAt: Date }

/** Restores e-mail and password as they were before the change, ends all sessions and cancels later links. */
export async function takeEmailBack(ctx: Context, tx: Tx, token: string): Promise<TakenBack> {
  const now = ctx.now()
  const { userId, email, payload, createdAt: changedAt } = await spendLink(tx, 'revertEmail', token, now)
  if (!userId || !(await updateEmail(tx, userId, email))) throw new AppError('userExists')
  await updateUser(tx, userId, payload as FormerAccount) // written by `confirmNewEmail`
  await endEverySession(tx, userId, now)
  await cancelLinksOf(tx, userId)
  await cancelLaterReverts(tx, userId, changedAt)
  return { userId, email, changedAt }
}
