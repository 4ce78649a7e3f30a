import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

import pg from 'pg'
import { describe, expect, it } from 'vitest'

import { createEmptyDatabase } from '#test/database.ts'

import { applyMigration, migrate, migrationFiles } from './migrations.ts'

const folder = resolve(import.meta.dirname, '../../migrations')

/** Runs `work` on a database as it was before a migration. */
async function before(name: string, work: (client: pg.Client, migrateAll: () => Promise<unknown>) => Promise<void>) {
  const database = await createEmptyDatabase(process.env.DATABASE_URL ?? '')
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  try {
    await client.query('create table migrations (name text primary key, applied_at timestamptz default now())')
    for (const earlier of (await migrationFiles()).filter((file) => file < name)) {
      await client.query(await readFile(resolve(folder, earlier), 'utf8'))
      await client.query('insert into migrations (name) values ($1)', [earlier])
    }
    await work(client, () => migrate(database.url))
  } finally {
    await client.end()
    await database.drop()
  }
}

const id = (last: number) => `00000000-0000-4000-8000-00000000000${last}`
const [USER, FLAWED, RERUN, WHOLE] = [id(1), id(2), id(3), id(4)]

async function addOldRows(client: pg.Client): Promise<void> {
  await client.query(`
    insert into users (id, name) values ('${USER}', 'Anna');
    insert into tariffs (id, name, meta, price_month_kopecks, price_minute_kopecks, minutes, file_size_mb, limit_file_count, file_storage_days)
      values (1, 'Free', '{}', 0, 0, 30, 500, 10, 7);
    insert into subscriptions (user_id, tariff_id, anchor_at, theses_left) values ('${USER}', 1, now(), 3);
    insert into scripts (id, user_id, file_name, size_bytes, kind, content_type, keep_until, status, process_id)
      values ('${FLAWED}', '${USER}', 'a', 1, 'audio', 'a', now(), 'completeWithErrors', '${id(5)}'),
        ('${RERUN}', '${USER}', 'b', 1, 'audio', 'a', now(), 'completeWithErrors', '${id(7)}'),
        ('${WHOLE}', '${USER}', 'c', 1, 'audio', 'a', now(), 'complete', '${id(8)}');
    insert into processes (id, script_id, user_id, status, language, media_type, warning_code, finished_at)
      values ('${id(5)}', '${FLAWED}', '${USER}', 'complete', 'ru', 'meeting', 'speakersFailed', now()),
        ('${id(6)}', '${RERUN}', '${USER}', 'complete', 'ru', 'lection', 'partUnheard', now()),
        ('${id(7)}', '${RERUN}', '${USER}', 'error', 'en', 'other', null, now()),
        ('${id(8)}', '${WHOLE}', '${USER}', 'complete', 'ru', 'other', null, now());`)
}

describe('the migration to summaries', () => {
  it('keeps spent theses, what texts lack and the kind of recordings, also after a cancelled second run', async () => {
    await before('0017_summaries.sql', async (client, migrateAll) => {
      await addOldRows(client)

      await migrateAll()

      const uses = await client.query('select user_id from theses_uses where returned_at is null')
      const scripts = await client.query('select id, flaws, media_type from scripts order by id')
      expect(uses.rows).toEqual([{ user_id: USER }, { user_id: USER }])
      expect(scripts.rows).toEqual([
        { id: FLAWED, flaws: ['speakersFailed'], media_type: 'meeting' },
        { id: RERUN, flaws: ['partUnheard'], media_type: 'lection' },
        { id: WHOLE, flaws: [], media_type: 'other' },
      ])
    })
  })
})

describe('the migration to payments', () => {
  it('names the bundle of a month without its tariff, so that it is not granted again', async () => {
    await before('0018_billing.sql', async (client, migrateAll) => {
      const lot = (last: number, tariff: number, seconds: number, start: string) =>
        `('${id(last)}', '${USER}', 'plan', ${seconds}, ${seconds}, '${start}', '2027-03-01', 'plan:${USER}:${tariff}:${start}')`
      await client.query(`insert into users (id, name) values ('${USER}', 'Anna')`)
      await client.query(`insert into lots
          (id, user_id, kind, granted_seconds, remaining_seconds, starts_at, expires_at, source)
        values ${lot(2, 1, 1800, '2026-12-31T10:00:00.123Z')},
          ${lot(3, 1, 1800, '2027-01-31T10:00:00.120Z')}, ${lot(4, 3, 72_000, '2027-01-31T10:00:00.120Z')}`)

      await migrateAll()

      const { rows } = await client.query('select source from lots order by id')
      expect(rows).toEqual([
        { source: `plan:${USER}:2026-12-31T10:00:00.123Z` },
        { source: `plan:${USER}:1:2027-01-31T10:00:00.120Z` },
        { source: `plan:${USER}:2027-01-31T10:00:00.120Z` },
      ])
    })
  })
})

describe('a migration outside a transaction', () => {
  it('creates an index beside running calls, and is started again after a failure', async () => {
    await before('0002_accounts.sql', async (client) => {
      const sql = `-- outside a transaction
drop index concurrently if exists users_same_name;
create unique index concurrently users_same_name on users (name);
`
      await client.query(`insert into users (id, name) values ('${USER}', 'Anna'), ('${id(2)}', 'Anna')`)

      await expect(applyMigration(client, '0002_index.sql', sql)).rejects.toThrow('0002_index.sql failed')
      await client.query(`update users set name = 'Inna' where id = '${USER}'`)
      await applyMigration(client, '0002_index.sql', sql)

      const index = await client.query(`select indisvalid from pg_index where indexrelid = 'users_same_name'::regclass`)
      const applied = await client.query(`select name from migrations where name = '0002_index.sql'`)
      expect([index.rows, applied.rows]).toEqual([[{ indisvalid: true }], [{ name: '0002_index.sql' }]])
    })
  })
})

describe('a migration of a table that a transaction reads', () => {
  it('lets other calls pass while it waits, and is applied once the reader ends', async () => {
    await before('0002_accounts.sql', async (client) => {
      const { rows } = await client.query<{ name: string }>('select current_database() as name')
      const url = new URL(process.env.DATABASE_URL ?? '')
      url.pathname = rows[0]?.name ?? ''
      const [reader, caller] = [0, 1].map(() => new pg.Client({ connectionString: url.href })) as [pg.Client, pg.Client]
      await Promise.all([reader.connect(), caller.connect()])
      await reader.query('begin')
      await reader.query('select count(*) from users')

      const migrated = applyMigration(client, '0002_column.sql', 'alter table users add column nickname text')
      await expect.poll(() => waitersFor(caller, 'users'), WAITING).toBe(1)
      await caller.query('select count(*) from users')
      await reader.query('rollback')
      await migrated

      const added = await caller.query(`select 1 from information_schema.columns where column_name = 'nickname'`)
      await Promise.all([reader.end(), caller.end()])
      expect(added.rowCount).toBe(1)
    })
  })
})

const WAITING = { timeout: 60_000 }

async function waitersFor(client: pg.Client, table: string): Promise<number> {
  const { rowCount } = await client.query('select 1 from pg_locks where relation = $1::regclass and not granted', [
    table,
  ])
  return rowCount ?? 0
}
