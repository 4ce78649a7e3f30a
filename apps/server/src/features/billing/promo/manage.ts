import { normalCode } from '@doslovno/domain/billing/promo.ts'

import type { Context } from '#context.ts'

import { closePromoCode, insertPromo, listPromoCodes } from './repo.ts'

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
