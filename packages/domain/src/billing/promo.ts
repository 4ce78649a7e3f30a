export type PromoCode = { maxUses: number | null; expiresAt: Date | null; closedAt: Date | null }

export type PromoUses = { count: number; isOwn: boolean }

/** A code as it is stored: people type it in any case, with spaces around it. */
export function normalCode(code: string): string {
  return code.normalize('NFC').trim().toUpperCase()
}

/** Whether a user may activate a code. `isOwn`: the user has activated it before. */
export function decidePromo(promo: PromoCode, uses: PromoUses, now: Date): 'grant' | 'promoUsed' | 'promoEnded' {
  if (uses.isOwn) return 'promoUsed'
  const isOver = promo.closedAt !== null || (promo.expiresAt !== null && promo.expiresAt <= now)
  const isSpent = promo.maxUses !== null && uses.count >= promo.maxUses
  return isOver || isSpent ? 'promoEnded' : 'grant'
}
