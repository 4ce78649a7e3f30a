import type { Provider } from '@doslovno/contract/account/providers.ts'
import type { LoginResult } from '@doslovno/contract/account/sessions.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { applyPromoQuietly } from '#features/billing/index.ts'
import { recordAudit, requireOn } from '#features/operations/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'
import { hashToken } from '#platform/tokens.ts'

import { createAccount } from './register.ts'
import { findIdentity, findProviderToken, insertIdentity, insertProviderToken, spendProviderToken } from './repo.ts'
import { openOrAsk } from './second-factors/challenges.ts'

const Profile = z.object({
  subject: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  surname: z.string(),
})
type Profile = z.infer<typeof Profile>

type Asked = {
  provider: Provider
  /** The token or code the provider gave the browser; valid once. */
  secret: string
  ask: () => Promise<Profile>
}
type SignIn = Asked & { isPrivacyApprove: boolean; utmData: string; client: Client }

const REMEMBERED_MS = 3600 * 1000

/**
 * Signs in by the provider's profile. A new user must consent first and calls again with the same secret; the
 * profile is kept in between, because a code can be exchanged only once.
 */
export async function signInByProvider(ctx: Context, signIn: SignIn): Promise<LoginResult> {
  const { provider, isPrivacyApprove } = signIn
  const { hash, profile } = await profileOf(ctx, signIn)
  const userId = await findIdentity(ctx.db, provider, profile.subject)
  if (!userId && !isPrivacyApprove) return { needToPrivacyApprove: true, isRegistration: true }
  const signedIn = await ctx.db.transaction().execute(async (tx) => {
    if (!(await spendProviderToken(tx, hash, ctx.now()))) throw new AppError('tokenUsed')
    return userId ?? registerByProvider(ctx, tx, signIn, profile)
  })
  const opened = await openOrAsk(ctx, { userId: signedIn, by: provider, client: signIn.client })
  return { ...opened, needToPrivacyApprove: false, isRegistration: !userId }
}

/** The profile behind a token, and the hash to spend the token by. */
export async function profileOf(ctx: Context, asked: Asked): Promise<{ hash: Buffer; profile: Profile }> {
  const { provider, secret, ask } = asked
  if (!secret) throw new AppError('registrationTokenRequired')
  const hash = hashToken(`${provider}:${secret}`)
  const now = ctx.now()
  const before = await findProviderToken(ctx.db, hash)
  if (before?.spentAt) throw new AppError('tokenUsed')
  if (before) return before.expiresAt > now ? { hash, profile: Profile.parse(before.profile) } : refuseExpired()
  const profile = Profile.parse(await ask())
  const expiresAt = new Date(now.getTime() + REMEMBERED_MS)
  await insertProviderToken(ctx.db, { hash, provider, profile: JSON.stringify(profile), expiresAt })
  return { hash, profile }
}

function refuseExpired(): never {
  throw new AppError('tokenNotValid')
}

/** Never links an existing account by its e-mail: the owner of that account did not ask for it. */
async function registerByProvider(
  ctx: Context,
  tx: Tx,
  { provider, client, utmData }: SignIn,
  profile: Profile,
): Promise<string> {
  await requireOn({ db: tx }, 'registration')
  const { subject, email, name, surname } = profile
  const { address, userAgent } = client
  const now = ctx.now()
  const user = await createAccount(
    tx,
    { email, name, surname, passwordHash: null, utmData },
    { acceptedAt: now, address, userAgent },
    now,
  )
  // The same new user signed in from another window first.
  if (!(await insertIdentity(tx, { provider, subject, userId: user.id, createdAt: now })))
    throw new AppError('userExists')
  await recordAudit(tx, { kind: 'providerLinked', userId: user.id, address, details: { provider } })
  await applyPromoQuietly(ctx, tx, { userId: user.id, code: promoCodeOf(utmData), now })
  return user.id
}

/** A provider carries no form, so the code comes in the query of the page where the visitor arrived. */
function promoCodeOf(utmData: string): string {
  return new URLSearchParams(utmData).get('promocode') ?? ''
}
