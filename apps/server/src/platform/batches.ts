const DAY_MS = 24 * 3600 * 1000
const BATCH = 1000

/** Repeats a limited deletion until nothing is left, so that no statement holds many locks; returns how many rows. */
export async function deleteInBatches(
  deleteSome: (limit: number) => Promise<{ numDeletedRows: bigint }>,
): Promise<number> {
  let total = 0
  for (let deleted = BATCH; deleted === BATCH; total += deleted)
    deleted = Number((await deleteSome(BATCH)).numDeletedRows)
  return total
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
