import { normalEmail } from '@doslovno/domain/account/email.ts'

import type { Context } from '#context.ts'
import { sendMail } from '#features/mails/index.ts'
import { recordAudit } from '#features/operations/index.ts'
import { contactOf, updateUser, userByEmail } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { invalidFields } from '#platform/errors.ts'
import { networkOf } from '#platform/limits/network.ts'

import { replaceKeyOf } from './api-keys/key.ts'
import { endEverySession } from './disable.ts'
import { recover } from './jobs.ts'
import { forgiveGuesses } from './login.ts'
import { requestLink, spendLink } from './mail-links/link.ts'
import { cancelLinksOf } from './mail-links/repo.ts'
import { accountNotice } from './mails.ts'
import { newPasswordProblem } from './password.ts'

/** Gives the same reply in the same time for known and unknown addresses; mails over the limit are dropped silently. */
export async function requestRecovery(ctx: Context, emailAsTyped: string, address: string): Promise<void> {
  const email = normalEmail(emailAsTyped)
  await ctx.rateLimits.spend('mailByAddress', address)
  if (!(await ctx.rateLimits.isWithin('mailToAddressee', `recover ${email}`))) return
  await ctx.db.transaction().execute((tx) => ctx.jobs.enqueue(tx, recover, [{ email }]))
}

export async function sendRecovery(ctx: Context, email: string): Promise<void> {
  const user = await userByEmail(ctx.db, email)
  if (!user) return
  const { id: userId, name } = user
  await ctx.db.transaction().execute((tx) => requestLink(ctx, tx, { purpose: 'recover', userId, email, name }))
}

type Recovery = {
  token: string
  newPassword: string
  address: string
  /** Joins the transaction. */
  alsoDo: (tx: Tx, owner: { userId: string; email: string }) => Promise<void>
}

/**
 * Sets a new password, or the first one of an invited person; ends all sessions, replaces the API key and cancels
 * pending links.
 */
export async function confirmRecovery(ctx: Context, { token, newPassword, address, alsoDo }: Recovery): Promise<void> {
  const refusal = invalidFields({ newPassword: await newPasswordProblem(ctx, newPassword, false) })
  if (refusal) throw refusal
  const passwordHash = await ctx.passwords.hash(newPassword)
  const now = ctx.now()
  const recovered = await ctx.db.transaction().execute(async (tx) => {
    const { userId, email, purpose } = await spendLink(tx, ['recover', 'invite'], token, now)
    if (!userId) return undefined
    const isInvited = purpose === 'invite'
    await updateUser(tx, userId, { passwordHash, isPasswordPending: false })
    await endEverySession(tx, userId, now)
    await cancelLinksOf(tx, userId)
    await alsoDo(tx, { userId, email })
    await replaceKeyOf(ctx, tx, userId, address)
    await recordAudit(tx, {
      kind: 'passwordChanged',
      userId,
      address,
      details: { by: isInvited ? 'invitation' : 'recovery' },
    })
    if (isInvited) return email
    const name = (await contactOf(tx, userId))?.name ?? ''
    await sendMail(ctx, tx, accountNotice, { kind: 'passwordChanged', email, name })
    return email
  })
  // After the transaction: no lock may wait for Redis.
  if (recovered) await forgiveGuesses(ctx, recovered, networkOf(address))
}
