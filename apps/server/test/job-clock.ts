import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'

/** Moves the clock of everything that waits for its next attempt. */
export async function skipMinutes(db: Db, minutes: number): Promise<void> {
  await sql`
    update pgboss.job set start_after = start_after - make_interval(mins => ${minutes})
    where state in ('created', 'retry')`.execute(db)
}
