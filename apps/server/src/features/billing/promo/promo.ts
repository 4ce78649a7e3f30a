import type { Actor } from '@doslovno/domain/access.ts'
import { SECONDS_PER_MINUTE } from '@doslovno/domain/billing/minutes.ts'
import { decidePromo, normalCode } from '@doslovno/domain/billing/promo.ts'

import type { Context } from '#context.ts'
import { grantExtra } from '#features/billing/ledger/grant.ts'
import { lockUser } from '#features/users/index.ts'
import type { Tx } from '#platform/db.ts'
import { AppError } from '#platform/errors.ts'

import { inSavepoint, insertUse, lockPromo, usesOf, closePromoCode, insertPromo, listPromoCodes } from './repo.ts'

/** Returns the minutes granted. */
export async function activatePromo(ctx: Context, { userId }: Actor, code: string): Promise<number> {
  // Against guessing.
  await ctx.rateLimits.spend('promoByUser', userId)
  const now = ctx.now()
  return ctx.db.transaction().execute((tx) => grantPromo(tx, { userId, code, now }))
}

type Activation = { userId: string; code: string; now: Date }

/** Activates the code of a registration, in its transaction. A bad code is only logged: the account is created anyway. */
export async function applyPromoQuietly({ log }: Context, tx: Tx, activation: Activation): Promise<void> {
  const { userId, code } = activation
  if (normalCode(code) === '') return
  try {
    await inSavepoint(tx, () => grantPromo(tx, activation))
  } catch (error) {
    if (error instanceof AppError) log.info({ userId, reason: error.code }, 'a promo code was not applied')
    else log.error({ err: error, userId }, 'a promo code was not applied')
  }
}

/** The user's lock comes first, as everywhere; then the code's. */
async function grantPromo(tx: Tx, { userId, code: typed, now }: Activation): Promise<number> {
  const code = normalCode(typed)
  await lockUser(tx, userId)
  const promo = await lockPromo(tx, code)
  if (!promo) throw new AppError('promoNotFound')
  const decision = decidePromo(promo, await usesOf(tx, code, userId), now)
  if (decision !== 'grant') throw new AppError(decision)
  await insertUse(tx, { code, userId, usedAt: now })
  const seconds = promo.minutes * SECONDS_PER_MINUTE
  await grantExtra(tx, { userId, seconds, source: `promo:${code}:${userId}`, kind: 'promo', now })
  return promo.minutes
}

type Manager = Pick<Context, 'db' | 'now'>

export type NewPromo = { code: string; minutes: number; maxUses: number | null; expiresAt: Date | null }

/** Returns false if the code exists; a code is never changed, because people were promised what it says. */
export function createPromo({ db, now }: Manager, promo: NewPromo): Promise<boolean> {
  return insertPromo(db, { ...promo, code: normalCode(promo.code), closedAt: null, createdAt: now() })
}

/** Ends a code for those who have not activated it. Returns false if no such code is open. */
export function closePromo({ db, now }: Manager, code: string): Promise<boolean> {
  return closePromoCode(db, normalCode(code), now())
}

/** All codes with the number of their uses, oldest first. */
export function listPromos({ db }: Manager) {
  return listPromoCodes(db)
}
