import type { LoginResult, Provider } from '@doslovno/contract/accounts.ts'
import * as z from 'zod'

import type { Context } from '#context.ts'
import { recordAudit } from '#features/audit/index.ts'
import { openSession } from '#features/sessions/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/route.ts'
import { hashToken } from '#platform/tokens.ts'

import { createAccount } from './create.ts'
import { findIdentity, insertIdentity } from './repo.ts'

const Profile = z.object({
  subject: z.string(),
  email: z.string().nullable(),
  name: z.string(),
  surname: z.string(),
})
type Profile = z.infer<typeof Profile>

type SignIn = {
  provider: Provider
  /** What the provider gave the browser: good for one sign-in. */
  secret: string
  isPrivacyApprove: boolean
  utmData: string
  client: Client
  ask: () => Promise<Profile>
}

const REMEMBERED_MS = 3600 * 1000

/**
 * Signs in whoever the provider says it is. A newcomer is asked for consent first and comes again with the same
 * secret; the provider is asked once, because a code can be exchanged only once.
 */
export async function signInByProvider(ctx: Context, signIn: SignIn): Promise<LoginResult> {
  const { provider, isPrivacyApprove } = signIn
  const hash = hashToken(`${provider}:${signIn.secret}`)
  const profile = await profileOf(ctx, hash, signIn)
  const userId = await findIdentity(ctx.db, provider, profile.subject)
  if (!userId && !isPrivacyApprove) return { needToPrivacyApprove: true, isRegistration: true }
  const signedIn = await ctx.db.transaction().execute(async (tx) => {
    await spend(tx, hash, ctx.now())
    return userId ?? registerByProvider(ctx, tx, signIn, profile)
  })
  return { ...(await openSession(ctx, signedIn)), needToPrivacyApprove: false, isRegistration: !userId }
}

async function profileOf(ctx: Context, hash: Buffer, { provider, ask }: SignIn): Promise<Profile> {
  const now = ctx.now()
  const before = await ctx.db.selectFrom('providerTokens').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (before?.spentAt) throw new AppError('tokenUsed')
  if (before) return before.expiresAt > now ? Profile.parse(before.profile) : refuseStale()
  const profile = Profile.parse(await ask())
  const expiresAt = new Date(now.getTime() + REMEMBERED_MS)
  const row = { hash, provider, profile: JSON.stringify(profile), expiresAt }
  await ctx.db
    .insertInto('providerTokens')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return profile
}

function refuseStale(): never {
  throw new AppError('tokenNotValid')
}

/** Of two calls with one secret, one wins. */
async function spend(tx: Tx, hash: Buffer, now: Date): Promise<void> {
  const spent = await tx
    .updateTable('providerTokens')
    .set({ spentAt: now })
    .where('hash', '=', hash)
    .where('spentAt', 'is', null)
    .executeTakeFirst()
  if (spent.numUpdatedRows === 0n) throw new AppError('tokenUsed')
}

/** An e-mail that an account has already is not linked by itself: its owner never asked for that. */
async function registerByProvider(
  ctx: Context,
  tx: Tx,
  { provider, client, utmData }: SignIn,
  profile: Profile,
): Promise<string> {
  const { subject, email, name, surname } = profile
  const now = ctx.now()
  const user = await createAccount(
    tx,
    { email, name, surname, passwordHash: null, utmData },
    { acceptedAt: now, ...client },
    now,
  )
  // Two windows of one newcomer: the other one was first.
  if (!(await insertIdentity(tx, { provider, subject, userId: user.id }))) throw new AppError('userExists')
  await recordAudit(tx, { kind: 'providerLinked', userId: user.id, address: client.address, details: { provider } })
  return user.id
}
