export const lotKinds = ['plan', 'extra', 'bonus', 'promo', 'goodwill'] as const
export type LotKind = (typeof lotKinds)[number]

/** Seconds granted at once, spendable until they expire. */
export type Lot = { id: string; remainingSeconds: number; expiresAt: Date }

/** Seconds of a reservation taken from one lot. */
export type Allocation = { lotId: string; seconds: number }

export type EntryKind = 'grant' | 'hold' | 'release' | 'capture' | 'expire' | 'revoke'

/**
 * One movement in a lot. `seconds` is the signed change of what remains: grant and release are positive; hold,
 * capture, expire and revoke are negative. The entries of a lot therefore sum up to what remains of it.
 */
export type Entry = { lotId: string; kind: EntryKind; seconds: number }

export type LotTotals = {
  grantedSeconds: number
  remainingSeconds: number
  heldSeconds: number
  consumedSeconds: number
  expiredSeconds: number
  /** Taken back by a refund. */
  revokedSeconds: number
}

/** Rebuilds the totals of every lot from its entries alone. Totals add up, so the order does not matter. */
export function replay(entries: readonly Entry[]): Map<string, LotTotals> {
  const lots = new Map<string, LotTotals>()
  for (const entry of entries) lots.set(entry.lotId, withEntry(lots.get(entry.lotId) ?? NOTHING, entry))
  return lots
}

export function holdEntries(allocations: readonly Allocation[]): Entry[] {
  return allocations.map(({ lotId, seconds }) => ({ lotId, kind: 'hold', seconds: -seconds }))
}

type HeldAllocation = Allocation & { expiresAt: Date }

/** Ends a hold: releases all of it, then captures the used seconds. Seconds returned to an ended lot expire at once. */
export function settleEntries(allocations: readonly HeldAllocation[], usedSeconds: number, now: Date): Entry[] {
  const entries = splitUsed(allocations, usedSeconds).flatMap(
    ({ lotId, seconds, usedSeconds: used, expiresAt }): Entry[] => [
      { lotId, kind: 'release', seconds },
      { lotId, kind: 'capture', seconds: -used },
      { lotId, kind: 'expire', seconds: expiresAt <= now ? used - seconds : 0 },
    ],
  )
  return entries.filter((entry) => entry.seconds !== 0)
}

/** Expires what remains of lots that have ended. */
export function expiryEntries(lots: readonly Lot[], now: Date): Entry[] {
  return lots
    .filter((lot) => lot.remainingSeconds > 0 && lot.expiresAt <= now)
    .map((lot) => ({ lotId: lot.id, kind: 'expire', seconds: -lot.remainingSeconds }))
}

/** Takes back at most what remains of a lot; an ended one has nothing left. */
export function revokeEntries(lot: Lot, seconds: number, now: Date): Entry[] {
  const revoked = lot.expiresAt <= now ? 0 : Math.min(seconds, lot.remainingSeconds)
  return revoked > 0 ? [{ lotId: lot.id, kind: 'revoke', seconds: -revoked }] : []
}

/**
 * Takes seconds from the lots that expire first. With `partial` it takes less if there is not enough.
 * Returns undefined if there is not enough, or nothing at all.
 */
export function takeSeconds(
  lots: readonly Lot[],
  seconds: number,
  now: Date,
  partial = false,
): Allocation[] | undefined {
  const allocations: Allocation[] = []
  let left = seconds
  for (const lot of spendable(lots, now)) {
    if (left === 0) break
    const taken = Math.min(lot.remainingSeconds, left)
    allocations.push({ lotId: lot.id, seconds: taken })
    left -= taken
  }
  if (left > 0 && !(partial && allocations.length > 0)) return undefined
  return allocations
}

export function availableSeconds(lots: readonly Lot[], now: Date): number {
  return spendable(lots, now).reduce((sum, lot) => sum + lot.remainingSeconds, 0)
}

/** Splits the used seconds over the allocations of a reservation, in the order they were taken. */
export function splitUsed<A extends Allocation>(
  allocations: readonly A[],
  usedSeconds: number,
): (A & { usedSeconds: number })[] {
  let left = usedSeconds
  return allocations.map((allocation) => {
    const used = Math.min(allocation.seconds, left)
    left -= used
    return { ...allocation, usedSeconds: used }
  })
}

const NOTHING: LotTotals = {
  grantedSeconds: 0,
  remainingSeconds: 0,
  heldSeconds: 0,
  consumedSeconds: 0,
  expiredSeconds: 0,
  revokedSeconds: 0,
}

/** Each kind moves seconds between what remains and one other total; a grant comes from outside. */
function withEntry(lot: LotTotals, { kind, seconds }: Entry): LotTotals {
  const moved = { ...lot, remainingSeconds: lot.remainingSeconds + seconds }
  switch (kind) {
    case 'grant':
      return { ...moved, grantedSeconds: lot.grantedSeconds + seconds }
    case 'hold':
    case 'release':
      return { ...moved, heldSeconds: lot.heldSeconds - seconds }
    case 'capture':
      return { ...moved, consumedSeconds: lot.consumedSeconds - seconds }
    case 'expire':
      return { ...moved, expiredSeconds: lot.expiredSeconds - seconds }
    case 'revoke':
      return { ...moved, revokedSeconds: lot.revokedSeconds - seconds }
  }
}

function spendable(lots: readonly Lot[], now: Date): Lot[] {
  return lots
    .filter((lot) => lot.remainingSeconds > 0 && lot.expiresAt > now)
    .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime() || (a.id < b.id ? -1 : 1))
}
