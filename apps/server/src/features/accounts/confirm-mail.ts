import type { TokenPair } from '@doslovno/contract/accounts.ts'

import type { Context } from '#context.ts'
import { spendLink } from '#features/mail-links/index.ts'
import { openSession } from '#features/sessions/index.ts'

import { createAccount } from './create.ts'
import type { PendingAccount } from './register.ts'

/** The registration's link makes the account and signs its owner in. */
export async function confirmMail(ctx: Context, token: string): Promise<TokenPair> {
  const now = ctx.now()
  const user = await ctx.db.transaction().execute(async (tx) => {
    const { email, payload } = await spendLink(tx, 'register', token, now)
    const { name, surname, passwordHash, utmData, consent } = payload as PendingAccount // what `register` put there
    const person = { email, name, surname, passwordHash, utmData }
    return createAccount(tx, person, { ...consent, acceptedAt: new Date(consent.acceptedAt) }, now)
  })
  return openSession(ctx, user.id)
}
