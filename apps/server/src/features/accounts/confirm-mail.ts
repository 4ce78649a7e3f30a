import type { TokenPair } from '@doslovno/contract/sessions.ts'

import type { Context } from '#context.ts'
import { spendLink } from '#features/accounts/mail-links/spend.ts'
import { openSession } from '#features/accounts/sessions/open.ts'
import { applyPromoQuietly } from '#features/billing/index.ts'
import type { Client } from '#platform/http/route.ts'
import { hashToken } from '#platform/tokens.ts'

import { createAccount } from './create.ts'
import type { PendingAccount } from './register.ts'

type Confirmation = { token: string; browserSecret?: string | undefined }

/**
 * Creates the account of a registration link and signs its owner in. If another browser registered, a stranger may
 * have set the password: it is pending until the owner answers for it.
 */
export async function confirmMail(ctx: Context, confirmation: Confirmation, client: Client): Promise<TokenPair> {
  const { token, browserSecret } = confirmation
  const now = ctx.now()
  const user = await ctx.db.transaction().execute(async (tx) => {
    const { email, payload } = await spendLink(tx, 'register', token, now)
    const { name, surname, passwordHash, utmData, promoCode, consent, browserHash } = payload as PendingAccount // by `register`
    const isPasswordPending = !browserSecret || hashToken(browserSecret).toString('hex') !== browserHash
    const person = { email, name, surname, passwordHash, utmData, isPasswordPending }
    const created = await createAccount(tx, person, { ...consent, acceptedAt: new Date(consent.acceptedAt) }, now)
    await applyPromoQuietly(ctx, tx, { userId: created.id, code: promoCode, now })
    return created
  })
  return openSession(ctx, { userId: user.id, by: 'registration', client })
}
