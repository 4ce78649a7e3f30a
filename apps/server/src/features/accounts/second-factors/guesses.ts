import type { SecondFactor } from '@doslovno/contract/sessions.ts'

import type { Context } from '#context.ts'
import { hasSignedInFrom } from '#features/accounts/sessions/repo.ts'
import { recordAudit } from '#features/operations/index.ts'
import type { Client } from '#platform/http/route.ts'
import { networkOf } from '#platform/limits/network.ts'

import { notifyOwner } from './notify.ts'

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
