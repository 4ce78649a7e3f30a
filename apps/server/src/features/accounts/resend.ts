import { normalEmail } from '@doslovno/domain/account/email.ts'

import type { Context } from '#context.ts'
import { userByEmail } from '#features/users/index.ts'

import { resendLink } from './jobs.ts'
import { requestLink } from './mail-links/link.ts'
import { newestRegistration } from './mail-links/repo.ts'
import type { PendingAccount } from './register.ts'

/** Gives the same reply in the same time for every address; mails over the limit are dropped silently. */
export async function requestConfirmation(ctx: Context, emailAsTyped: string, address: string): Promise<void> {
  const email = normalEmail(emailAsTyped)
  await ctx.rateLimits.spend('mailByAddress', address)
  if (!(await ctx.rateLimits.isWithin('mailToAddressee', `register ${email}`))) return
  await ctx.db.transaction().execute((tx) => ctx.jobs.enqueue(tx, resendLink, [{ email }]))
}

/** A link of its own, because the earlier one may have expired and its secret is not stored. */
export async function resendConfirmation(ctx: Context, email: string): Promise<void> {
  const [owner, registration] = await Promise.all([userByEmail(ctx.db, email), newestRegistration(ctx.db, email)])
  if (owner || !registration) return
  const payload = registration.payload as PendingAccount // by `register`
  const { name } = payload
  await ctx.db
    .transaction()
    .execute((tx) => requestLink(ctx, tx, { purpose: 'register', userId: null, email, name, payload }))
}
