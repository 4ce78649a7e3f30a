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

/** PostgreSQL takes at most 65,535 parameters per statement: 3,000 rows of up to 21 columns. */
const ROWS_AT_ONCE = 3000

/** Inserts any number of rows, none included, some at a time. */
export async function insertInBatches<Row>(
  rows: readonly Row[],
  insertSome: (rows: Row[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) await insertSome(rows.slice(from, from + ROWS_AT_ONCE))
}

export function daysBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - days * DAY_MS)
}
