import type { SecondFactor } from '@doslovno/contract/account/sessions.ts'

import type { Context } from '#context.ts'
import { factorNotice, type NoticeKind } from '#features/accounts/mails.ts'
import { hasSignedInFrom } from '#features/accounts/sessions/repo.ts'
import { sendMail } from '#features/mails/index.ts'
import { type AuditKind, recordAudit } from '#features/operations/index.ts'
import { contactOf } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import type { Client } from '#platform/http/route.ts'
import { networkOf } from '#platform/limits/network.ts'

/** Mails the owner, if the account has an address. */
export async function notifyOwner(ctx: Context, tx: Tx, userId: string, kind: NoticeKind): Promise<void> {
  const owner = await contactOf(tx, userId)
  if (owner?.email) await sendMail(ctx, tx, factorNotice, { kind, email: owner.email, name: owner.name })
}

type Change = { kind: NoticeKind & AuditKind; userId: string; address?: string; details?: Record<string, string> }

/** Adds a change of the protection to the history, and mails the owner. */
export async function recordChange(ctx: Context, tx: Tx, change: Change): Promise<void> {
  await recordAudit(tx, change)
  await notifyOwner(ctx, tx, change.userId, change.kind)
}

/**
 * Counts a guess before it is checked, over all sign-ins of the user; returns how to forgive it. A network that the
 * user has signed in from counts apart, so that strangers never lock the owner out.
 */
export async function countGuess(ctx: Context, userId: string, { address }: Client): Promise<() => Promise<void>> {
  const network = networkOf(address)
  const isKnown = await hasSignedInFrom(ctx.db, userId, network)
  const key = isKnown ? `${userId} ${network}` : userId
  await ctx.rateLimits.attempt('secondFactor', key)
  return () => ctx.rateLimits.forgive('secondFactor', key)
}

type Failure = { userId: string; by: SecondFactor | 'code' | 'password'; client: Client }

/** After many failures mails the owner once a day: whoever types codes knows the password. */
export async function recordFailure(ctx: Context, { userId, by, client }: Failure): Promise<void> {
  await recordAudit(ctx.db, { kind: 'secondFactorFailed', userId, address: client.address, details: { by } })
  if (await ctx.rateLimits.isWithin('wrongCodesOfUser', userId)) return
  if (!(await ctx.rateLimits.isWithin('codeAlarmToUser', userId))) return
  await ctx.db.transaction().execute((tx) => notifyOwner(ctx, tx, userId, 'wrongCodes'))
}
