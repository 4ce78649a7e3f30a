export const lotKinds = ['plan', 'extra', 'bonus', 'promo', 'goodwill'] as const
export type LotKind = (typeof lotKinds)[number]

/** Seconds granted at once, spent until they expire. */
export type Lot = { id: string; remainingSeconds: number; startsAt: Date; expiresAt: Date }

export type Part = { lotId: string; seconds: number }

/**
 * Takes seconds from the lots that expire first. `partial` takes what there is when it does not suffice.
 * Undefined: there is not enough, or nothing at all.
 */
export function takeSeconds(lots: readonly Lot[], seconds: number, now: Date, partial = false): Part[] | undefined {
  const parts: Part[] = []
  let left = seconds
  for (const lot of spendable(lots, now)) {
    if (left === 0) break
    const taken = Math.min(lot.remainingSeconds, left)
    parts.push({ lotId: lot.id, seconds: taken })
    left -= taken
  }
  if (left > 0 && !(partial && parts.length > 0)) return undefined
  return parts
}

export function availableSeconds(lots: readonly Lot[], now: Date): number {
  return spendable(lots, now).reduce((sum, lot) => sum + lot.remainingSeconds, 0)
}

/** How much of each part of a reservation was used: those that expire first are used first. */
export function splitUsed(parts: readonly Part[], usedSeconds: number): (Part & { usedSeconds: number })[] {
  let left = usedSeconds
  return parts.map((part) => {
    const used = Math.min(part.seconds, left)
    left -= used
    return { ...part, usedSeconds: used }
  })
}

function spendable(lots: readonly Lot[], now: Date): Lot[] {
  return lots
    .filter((lot) => lot.remainingSeconds > 0 && lot.startsAt <= now && lot.expiresAt > now)
    .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime() || (a.id < b.id ? -1 : 1))
}
