import { sql } from 'kysely'

import type { Tx } from '#platform/db.ts'

const LOCK = 7_301_986

/** One worker reports at a time. The lock ends with the transaction, so any pooler and any crash releases it. */
export async function tryReportLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as taken`.execute(tx)
  return rows[0]?.taken === true
}
