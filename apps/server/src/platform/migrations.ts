import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

import { sql } from 'kysely'
import pg from 'pg'

import type { Db } from './db.ts'

const folder = resolve(import.meta.dirname, '../../migrations')
/** An arbitrary lock id: processes that migrate at the same time wait for each other. */
const LOCK = 7_301_955

/** A statement that waits for a lock makes every later call of that table wait behind it. */
const LOCK_TIMEOUT_MS = 2000
const LOCK_PAUSE_MS = 1000
/** With the pauses about five minutes: longer than any transaction of ours may last. */
const LOCK_TRIES = 100
const LOCK_NOT_AVAILABLE = '55P03'

/** The first line of a file whose statements run one by one, because `concurrently` needs to be outside a transaction. */
export const OUTSIDE = '-- outside a transaction'

/** Applies the pending SQL files in order, each in its own transaction unless it says otherwise; returns their names. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  client.on('error', () => undefined) // the statement under way rejects, which is enough
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, applied_at timestamptz not null default now())',
    )
    const applied = new Set(
      (await client.query<{ name: string }>('select name from migrations')).rows.map((row) => row.name),
    )
    const pending = (await migrationFiles()).filter((name) => !applied.has(name))
    for (const name of pending) {
      const sql = await readFile(join(folder, name), 'utf8')
      await applyMigration(client, name, sql)
    }
    return pending
  } finally {
    await client.end()
  }
}

/** The names of all migrations, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

/** `pending`: of this code, not applied yet; `unknown`: applied by a newer release. */
export type SchemaState = { pending: string[]; unknown: string[] }

export async function readSchemaState(db: Db): Promise<SchemaState> {
  const [ours, applied] = [await migrationFiles(), await appliedIn(db)]
  return {
    pending: ours.filter((name) => !applied.includes(name)),
    unknown: applied.filter((name) => !ours.includes(name)),
  }
}

const NO_TABLE = '42P01'

async function appliedIn(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if ((error as { code?: string }).code === NO_TABLE) return []
    throw error
  }
}

/**
 * A failed file leaves nothing behind; one outside a transaction must bear to be started again. Gives up a lock that is
 * held and tries again, so that nobody waits behind the migration.
 */
export async function applyMigration(client: pg.Client, name: string, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await applyOnce(client, name, sql)
    } catch (error) {
      const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE
      if (!isLocked || attempt === LOCK_TRIES) throw new Error(`Migration ${name} failed`, { cause: error })
    }
    await setTimeout(LOCK_PAUSE_MS)
  }
}

async function applyOnce(client: pg.Client, name: string, sql: string): Promise<void> {
  const isOutside = sql.startsWith(OUTSIDE)
  const statements = isOutside ? sql.split(/;$/m).filter((statement) => statement.trim() !== '') : [sql]
  // Building an index concurrently waits for the transactions before it, but nobody waits for the index.
  await client.query(`set lock_timeout = ${isOutside ? 0 : LOCK_TIMEOUT_MS}`)
  if (!isOutside) await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    await client.query('insert into migrations (name) values ($1)', [name])
    if (!isOutside) await client.query('commit')
  } catch (error) {
    if (!isOutside) await client.query('rollback')
    throw error
  }
}
