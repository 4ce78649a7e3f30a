import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

import type { Db } from '#platform/db.ts'
import type { Tables } from '#platform/tables.ts'

const BIGINT_OID = 20

export type RecordedPlans = {
  db: Db
  /** The plans of the statements that `work` runs, as text. */
  of(work: () => Promise<unknown>): Promise<string[]>
  close(): Promise<void>
}

/** A database on which PostgreSQL itself tells the plan of each statement it runs. Needs a superuser. */
export function recordPlans(databaseUrl: string, settings: Record<string, string> = {}): RecordedPlans {
  const chosen = {
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_level': 'notice',
    ...settings,
  }
  const options = Object.entries(chosen).map(([name, value]) => `-c ${name}=${value}`).join(' ') // prettier-ignore
  const types = { getTypeParser: (oid: number) => (oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid)) }
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, options, types: types as typeof pg.types })
  const plans: string[] = []
  pool.on('connect', (client) =>
    client.on('notice', ({ message = '' }) => message.startsWith('duration:') && plans.push(message)),
  )
  const dialect = new PostgresDialect({ pool })
  const db = new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
  return {
    db,
    of: async (work) => {
      plans.length = 0
      await work()
      return [...plans]
    },
    close: () => db.destroy(),
  }
}

/** The tables that a plan reads from one end to the other. */
export function scannedTables(plan: string): string[] {
  return [...plan.matchAll(/Seq Scan on (\w+)/g)].map(([, table = '']) => table)
}

/** The indexes that a plan uses. */
export function usedIndexes(plan: string): string[] {
  return [...plan.matchAll(/Index (?:Only )?Scan (?:Backward )?(?:using|on) (\w+)/g)].map(([, index = '']) => index)
}
