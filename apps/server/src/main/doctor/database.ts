import type { Config } from '#platform/config.ts'
import { createDb, type Db } from '#platform/db.ts'
import { readSchemaState, type SchemaState } from '#platform/migrations.ts'
import { createSecrets } from '#platform/secrets.ts'

import { type Check, codeOf, type Finding, ok, reasonOf, wrong } from './check.ts'
import { clockFinding } from './clock.ts'
import { readServer, sealedSamples, type Server } from './repo.ts'

const LEAST_MAJOR = 15
const EXTENSIONS = ['pg_trgm', 'btree_gin']

export function databaseChecks(config: Config): Check[] {
  const { databaseUrl, databaseDirectUrl } = config
  const isPooled = databaseUrl !== databaseDirectUrl
  const check = { topic: 'database', remedy: 'docker compose logs postgres' }
  const direct: Check = {
    ...check,
    name: 'DATABASE_DIRECT_URL',
    run: () => connected('DATABASE_DIRECT_URL', databaseDirectUrl, false, answers),
  }
  const main: Check = {
    ...check,
    name: 'PostgreSQL',
    run: () => connected('DATABASE_URL', databaseUrl, isPooled, (db) => findingsIn(db, config)),
  }
  return isPooled ? [main, direct] : [main]
}

async function answers(db: Db): Promise<Finding> {
  await readServer(db)
  return ok('DATABASE_DIRECT_URL answers')
}

async function findingsIn(db: Db, { secretsKeys }: Config): Promise<Finding[]> {
  const before = new Date()
  const server = await readServer(db)
  const after = new Date()
  return [
    versionFinding(server),
    clockFinding('PostgreSQL', server.now, { before, after }),
    extensionsFinding(server),
    ...(await storedFindings(db, secretsKeys)),
  ]
}

const ANSWER_MS = 5000
const limits = { connectionTimeoutMillis: ANSWER_MS, statement_timeout: ANSWER_MS, query_timeout: ANSWER_MS }

/** The findings of a connection that is closed afterwards. */
export async function connected<T>(
  variable: string,
  url: string,
  isPooled: boolean,
  work: (db: Db) => Promise<T>,
): Promise<T | Finding> {
  const db = createDb(url, () => undefined, { connections: 1, limits, isPooled })
  try {
    return await work(db)
  } catch (error) {
    return refusal(variable, new URL(url), error)
  } finally {
    await db.destroy()
  }
}

const WRONG_PASSWORD = /^28/
const NO_DATABASE = '3D000'
const TOO_MANY = '53300'

function refusal(variable: string, { host, username, pathname }: URL, error: unknown): Finding {
  const code = codeOf(error)
  if (WRONG_PASSWORD.test(code))
    return wrong(
      `PostgreSQL at ${host} refuses the user ${username}, or the password of ${variable} (${code})`,
      `set ${variable} in .env; without it the password is the one in the volume «secrets», which belongs to the volume «postgres» made with it`,
    )
  if (code === NO_DATABASE)
    return wrong(`PostgreSQL at ${host} has no database ${pathname.slice(1)}`, `create it, or correct ${variable}`)
  if (code === TOO_MANY)
    return wrong(`PostgreSQL at ${host} has no connection left`, 'raise max_connections, or run fewer processes')
  return wrong(
    `PostgreSQL at ${host} does not answer (${reasonOf(error)})`,
    `start it (docker compose up -d postgres; docker compose logs postgres), or correct ${variable}`,
  )
}

function versionFinding({ version, major }: Server): Finding {
  if (major >= LEAST_MAJOR) return ok(`PostgreSQL ${version}`)
  return wrong(`PostgreSQL ${version} is too old`, `upgrade it to ${LEAST_MAJOR} or newer (pg_upgrade)`)
}

function extensionsFinding({ installed, available }: Server): Finding {
  const lacking = EXTENSIONS.filter((name) => !installed.includes(name))
  if (lacking.length === 0) return ok(`extensions ${EXTENSIONS.join(', ')}`)
  const text = `PostgreSQL lacks the extensions ${lacking.join(', ')}`
  const absent = lacking.filter((name) => !available.includes(name))
  if (absent.length > 0)
    return wrong(text, 'install PostgreSQL’s contrib modules (postgresql-contrib), then run migrate')
  const statements = lacking.map((name) => `create extension ${name};`).join(' ')
  return wrong(
    text,
    `run migrate (docker compose up migrate); where it may not create them, as a superuser: ${statements}`,
  )
}

/** Without its migrations a database may lack the tables of secrets. */
async function storedFindings(db: Db, secretsKeys: readonly string[]): Promise<Finding[]> {
  const state = await readSchemaState(db)
  const schema = schemaFinding(state)
  return state.pending.length > 0 ? [schema] : [schema, await secretsFinding(db, secretsKeys)]
}

function schemaFinding({ pending, unknown }: SchemaState): Finding {
  if (unknown.length > 0)
    return wrong(
      `the database is newer than this code: ${unknown.length} unknown migrations, the last ${unknown.toSorted().at(-1)}`,
      'start the VERSION that applied them; only the release right before it works with them as well',
    )
  if (pending.length === 0) return ok('all migrations are applied')
  return wrong(
    `${pending.length} migrations are not applied, the first ${pending[0]}`,
    'run migrate: docker compose up migrate; docker compose logs migrate tells why it failed',
  )
}

async function secretsFinding(db: Db, keys: readonly string[]): Promise<Finding> {
  const samples = await sealedSamples(db)
  const secrets = createSecrets(keys)
  const lost = samples.filter((sealed) => !secrets.hasKeyOf(sealed))
  if (lost.length === 0) return ok('SECRETS_KEYS decrypts what is stored')
  const which = lost.length === samples.length ? 'nothing' : 'only a part'
  return wrong(
    `SECRETS_KEYS decrypts ${which} of what is stored: API keys, webhooks and authenticators stop working`,
    'add the earlier key after a comma, from the saved volume «secrets» or an earlier .env; new keys go first',
  )
}
