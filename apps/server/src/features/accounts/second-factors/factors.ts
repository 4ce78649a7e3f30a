import type { SessionActor } from '@doslovno/domain/access.ts'

import type { Context } from '#context.ts'
import { spendLegacyTokensOf } from '#features/accounts/sessions/repo.ts'
import type { Operator } from '#features/operations/index.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'
import type { Client } from '#platform/http/route.ts'

import { isProtected } from './challenges.ts'
import { newRecoveryCodes, type RecoveryCodes } from './codes.ts'
import { recordChange } from './notify.ts'
import { type Proof, proveOwner } from './proof.ts'
import {
  cancelSignIns,
  deleteCodes,
  insertCodes,
  type Protection,
  protectionOf,
  deleteFactorsSince,
  deletePasskeys,
  deleteTotp,
} from './repo.ts'

type Added = {
  kind: 'totpAdded' | 'passkeyAdded'
  userId: string
  address: string
  /** The account's protection before the change. */
  before: Protection
  recovery: RecoveryCodes
}

/** Records a new factor. The first one brings recovery codes, which are returned to be shown once. */
export async function addFactor(ctx: Context, tx: Tx, added: Added): Promise<string[]> {
  const { kind, userId, address, before, recovery } = added
  await recordChange(ctx, tx, { kind, userId, address })
  if (isProtected(before)) return []
  await spendLegacyTokensOf(tx, userId, ctx.now())
  await deleteCodes(tx, userId)
  await insertCodes(tx, { userId, hashes: recovery.hashes, createdAt: ctx.now() })
  return recovery.codes
}

type Removed = { kind: 'totpRemoved' | 'passkeyRemoved'; userId: string; address: string }

/** Records that a factor was removed. Recovery codes go with the last one. */
export async function removeFactor(ctx: Context, tx: Tx, removed: Removed): Promise<void> {
  await recordChange(ctx, tx, removed)
  if (isProtected(await protectionOf(tx, removed.userId))) return
  await deleteCodes(tx, removed.userId)
  await cancelSignIns(tx, removed.userId)
}

/** Replaces the recovery codes; the old ones stop working. */
export async function renewCodes(ctx: Context, actor: SessionActor, proof: Proof, client: Client): Promise<string[]> {
  const { id: userId } = await proveOwner(ctx, actor, proof, client)
  const { codes, hashes } = await newRecoveryCodes(ctx, userId)
  await ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    if (!isProtected(await protectionOf(tx, userId))) throw new AppError('notFound')
    await deleteCodes(tx, userId)
    await insertCodes(tx, { userId, hashes, createdAt: ctx.now() })
    await recordChange(ctx, tx, { kind: 'recoveryCodesRenewed', userId, address: client.address })
  })
  return codes
}

/** Removes what was added since a moment. Recovery codes go with the last factor. */
export async function removeFactorsSince(tx: Tx, userId: string, since: Date) {
  const removed = await deleteFactorsSince(tx, userId, since)
  if (!isProtected(await protectionOf(tx, userId))) await deleteCodes(tx, userId)
  return removed
}

/** For an operator, when the owner has lost everything. Returns false if the account has no second factor. */
export async function removeAllFactors(ctx: Context, userId: string, operator: Operator): Promise<boolean> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId)
    if (!isProtected(await protectionOf(tx, userId))) return false
    await deleteTotp(tx, userId)
    await deletePasskeys(tx, userId)
    await deleteCodes(tx, userId)
    await cancelSignIns(tx, userId)
    await recordChange(ctx, tx, { kind: 'secondFactorsRemoved', userId, details: { ...operator } })
    return true
  })
}
