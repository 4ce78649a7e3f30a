import { sql } from 'kysely'

import type { Db } from '#platform/db.ts'
import { KEY_ID_BYTES } from '#platform/secrets.ts'

export type Server = { version: string; major: number; now: Date; installed: string[]; available: string[] }

export async function readServer(db: Db): Promise<Server> {
  const { rows } = await sql<Server>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
      clock_timestamp() as now,
      array(select extname::text from pg_extension) as installed,
      array(select name::text from pg_available_extensions) as available`.execute(db)
  const [server] = rows
  if (!server) throw new Error('PostgreSQL sent no row')
  return server
}

/** One stored secret for each key that sealed any. */
export async function sealedSamples(db: Db): Promise<Buffer[]> {
  const { rows } = await sql<{ sealed: Buffer }>`
    select distinct on (substring(sealed for ${KEY_ID_BYTES})) sealed from (
      select sealed from api_keys union all select sealed from totp_secrets
      union all select secret_sealed from webhook_endpoints
    ) as stored`.execute(db)
  return rows.map(({ sealed }) => sealed)
}

/** Whether a worker with the role `speech` runs anywhere. */
export async function hasLiveWorker(db: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from workers where seen_at > now() - interval '20 seconds' limit 1`.execute(db)
  return rows.length > 0
}
