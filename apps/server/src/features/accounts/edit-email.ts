import { isEmail, normalEmail } from '@doslovno/domain/account/email.ts'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { requestLink, spendLink } from '#features/mail-links/index.ts'
import { AppError, invalidFields } from '#platform/errors.ts'

import { sendNotice } from './jobs.ts'
import { findUserByEmail, updateEmail } from './repo.ts'
import { signedInUser } from './signed-in.ts'

/** Mails a link to the new address, and word of it to the old one. */
export async function requestNewEmail(ctx: Context, userId: string, emailAsTyped: string): Promise<void> {
  const email = normalEmail(emailAsTyped)
  const refusal = invalidFields({ email: isEmail(email) ? undefined : 'auth.emailWrongFormat' })
  if (refusal) throw refusal
  await ctx.limits.spend('mailToAddressee', email)
  const user = await signedInUser(ctx.db, userId)
  const owner = await findUserByEmail(ctx.db, email)
  const taken = invalidFields({ email: owner && 'auth.emailAlreadyTaken' })
  if (taken) throw taken
  await ctx.db.transaction().execute(async (tx) => {
    await requestLink(ctx, tx, { purpose: 'editEmail', userId, email, name: user.name })
    if (user.email)
      await ctx.jobs.enqueue(tx, sendNotice, [
        { kind: 'editEmail', email: user.email, name: user.name, newEmail: email },
      ])
  })
}

export async function confirmNewEmail(ctx: Context, token: string): Promise<void> {
  const now = ctx.now()
  await ctx.db.transaction().execute(async (tx) => {
    const { userId, email } = await spendLink(tx, 'editEmail', token, now)
    if (!userId || !(await updateEmail(tx, userId, email))) throw new AppError('userExists')
    await recordAudit(tx, { kind: 'emailChanged', userId })
  })
}
