import { randomBytes } from 'node:crypto'

import pg from 'pg'

import { seedTariffs } from '#features/billing/index.ts'
import { jobs } from '#handlers.ts'
import { createDb } from '#platform/db.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { migrate } from '#platform/migrations.ts'

const TEMPLATE = 'doslovno_test_template'

/** A migrated database that every test file clones: a clone takes a tenth of a second. */
export async function createMigratedDatabase(databaseUrl: string, name = TEMPLATE): Promise<void> {
  await onServer(databaseUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  const url = urlOf(databaseUrl, name)
  await migrate(url)
  await migrateJobs(url, jobs)
  const db = createDb(url, () => undefined, 1)
  await seedTariffs(db)
  await db.destroy()
}

export type TestDatabase = { url: string; drop(): Promise<void> }

export async function cloneDatabase(databaseUrl: string): Promise<TestDatabase> {
  const name = `doslovno_test_${randomBytes(6).toString('hex')}`
  await onServer(databaseUrl, (client) => client.query(`create database ${name} template ${TEMPLATE}`))
  return {
    url: urlOf(databaseUrl, name),
    drop: () => onServer(databaseUrl, (client) => client.query(`drop database if exists ${name} with (force)`)),
  }
}

async function onServer(databaseUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: urlOf(databaseUrl, 'postgres') })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

function urlOf(databaseUrl: string, name: string): string {
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}
