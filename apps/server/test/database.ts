import { randomBytes } from 'node:crypto'

import pg from 'pg'

import { seedTariffs } from '#features/billing/index.ts'
import { seedTemplates } from '#features/summaries/index.ts'
import { jobs } from '#handlers.ts'
import { createDb } from '#platform/db.ts'
import { migrateJobs } from '#platform/jobs.ts'
import { migrate } from '#platform/migrations.ts'

/** The variable that names the template to the processes of a run. */
export const TEMPLATE = 'TEST_TEMPLATE_DATABASE'

/** Creates the migrated database of a test run; every test file clones it, which takes a tenth of a second. */
export async function createTemplate(databaseUrl: string): Promise<TestDatabase> {
  const template = testDatabase(databaseUrl, 'doslovno_test_template')
  await createMigratedDatabase(databaseUrl, template.name)
  process.env[TEMPLATE] = template.name
  return template
}

export async function createMigratedDatabase(databaseUrl: string, name: string): Promise<void> {
  await onServer(databaseUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
  })
  const url = urlOf(databaseUrl, name)
  await migrate(url)
  await migrateJobs(url, jobs)
  const db = createDb(url, () => undefined, { connections: 1 })
  await seedTariffs(db)
  await seedTemplates(db)
  await db.destroy()
}

export type TestDatabase = { name: string; url: string; drop(): Promise<void> }

export async function cloneDatabase(databaseUrl: string): Promise<TestDatabase> {
  const clone = testDatabase(databaseUrl, 'doslovno_test')
  await onServer(databaseUrl, (client) =>
    client.query(`create database ${clone.name} template ${process.env[TEMPLATE]} strategy file_copy`),
  )
  return clone
}

/** An empty database, for tests of migrations. */
export async function createEmptyDatabase(databaseUrl: string): Promise<TestDatabase> {
  const empty = testDatabase(databaseUrl, 'doslovno_test_empty')
  await onServer(databaseUrl, (client) => client.query(`create database ${empty.name}`))
  return empty
}

function testDatabase(databaseUrl: string, prefix: string): TestDatabase {
  const name = `${prefix}_${randomBytes(6).toString('hex')}`
  return {
    name,
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
