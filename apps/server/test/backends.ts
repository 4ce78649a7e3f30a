import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

/** The processes of PostgreSQL that work for this database: its backends, and those that work for all databases. */
export async function backendPids(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() or datname is null`.execute(db)
  return rows.map(({ pid }) => pid)
}

/** After many rows were inserted: otherwise PostgreSQL does it by itself, in the middle of a measurement. */
export async function vacuum(db: Db): Promise<void> {
  await sql`vacuum analyze`.execute(db)
}
