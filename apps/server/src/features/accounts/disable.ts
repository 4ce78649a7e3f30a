import type { Context } from '#context.ts'
import { type Operator, recordAudit } from '#features/operations/index.ts'
import { setDisabled } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'

import { cancelLinksOf } from './mail-links/repo.ts'
import { cancelSignIns } from './second-factors/repo.ts'
import { revokeSessionsOf, spendLegacyTokensOf } from './sessions/repo.ts'

/**
 * Closes every way into an account; false if it is disabled already. Nothing is deleted, work under way is finished, and
 * its API key works again once it is enabled.
 */
export async function disable(ctx: Context, tx: Tx, userId: string, operator: Operator): Promise<boolean> {
  const now = ctx.now()
  if (!(await setDisabled(tx, userId, now))) return false
  await endEverySession(tx, userId, now)
  await cancelLinksOf(tx, userId)
  await recordAudit(tx, { kind: 'accountDisabled', userId, details: { ...operator } })
  return true
}

/** Lets the owner sign in again; false if the account is not disabled. */
export async function enable(tx: Tx, userId: string, operator: Operator): Promise<boolean> {
  if (!(await setDisabled(tx, userId, null))) return false
  await recordAudit(tx, { kind: 'accountEnabled', userId, details: { ...operator } })
  return true
}

/** Sessions, tokens of the first version, and sign-ins that wait for their second factor. */
export async function endEverySession(tx: Tx, userId: string, now: Date): Promise<void> {
  await revokeSessionsOf(tx, userId, now)
  await spendLegacyTokensOf(tx, userId, now)
  await cancelSignIns(tx, userId)
}
