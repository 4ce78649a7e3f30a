import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

import pg from 'pg'

const folder = resolve(import.meta.dirname, '../../migrations')
/** An arbitrary lock id: processes that migrate at the same time wait for each other. */
const LOCK = 7_301_955

/** Applies the pending SQL files in order, each in its own transaction; returns their names. */
export async function migrate(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
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
    for (const name of pending) await apply(client, name)
    return pending
  } finally {
    await client.end()
  }
}

/** The names of all migrations, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted()
}

async function apply(client: pg.Client, name: string): Promise<void> {
  const sql = await readFile(join(folder, name), 'utf8')
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into migrations (name) values ($1)', [name])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed`, { cause: error })
  }
}
