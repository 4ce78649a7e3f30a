import { CamelCasePlugin, Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'

import type { Tables } from './tables.ts'

/** The pool or a transaction; database functions take it first and never keep it. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

const BIGINT_OID = 20
const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

export function createDb(databaseUrl: string, onIdleError: (error: Error) => void, connections = 10): Db {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, connectionTimeoutMillis: 5000, types })
  // A server that goes away while a connection idles must not end the process.
  pool.on('error', onIdleError)
  // Nor while one is in use: its query fails, and so does whoever asked.
  pool.on('connect', (client) => client.on('error', () => undefined))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] })
}
