import { sql } from 'kysely'

import type { Db } from './db.ts'
import { clockAhead } from './telemetry.ts'

const MOST_MS = 60_000

type Clocked = { db: Db; now: () => Date }

/**
 * For jobs that delete or charge: the context by the clock of the database, which all processes share. Throws if this
 * machine's clock is far off, for whatever else goes by it would be wrong.
 */
export async function byDatabaseClock<C extends Clocked>(ctx: C): Promise<C> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(ctx.db)
  const here = ctx.now().getTime()
  const aheadMs = here - (rows[0]?.now.getTime() ?? here)
  clockAhead.set(aheadMs / 1000)
  if (Math.abs(aheadMs) > MOST_MS)
    throw new Error(`this machine's clock is ${Math.round(aheadMs / 1000)} s ahead of the database's`)
  return { ...ctx, now: () => new Date(ctx.now().getTime() - aheadMs) }
}
