import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type Transaction,
} from 'kysely'
import pg from 'pg'

import type { Tables } from './tables.ts'

/** The pool or a transaction; database functions take it as their first argument and never keep it. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

const BIGINT_OID = 20
const types = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === BIGINT_OID ? Number : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
}

/** No statement or lock may hold a connection for good. Migrations have connections of their own, without limits. */
const limits = {
  // Fifty tabs that renew one session wait for its lock in turn, on a slow machine for longer than five seconds.
  connectionTimeoutMillis: 15_000,
  lock_timeout: 20_000,
  statement_timeout: 60_000,
  idle_in_transaction_session_timeout: 60_000,
  // For a server that is gone without a word: longer than any statement that it would end itself.
  query_timeout: 70_000,
  keepAlive: true,
}
export type Limits = typeof limits

type Options = { connections?: number; limits?: Partial<Limits> }

export function createDb(databaseUrl: string, onIdleError: (error: Error) => void, options: Options = {}): Db {
  const { connections = 10 } = options
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections, ...limits, ...options.limits, types })
  // Without a listener, a server that closes an idle connection would end the process.
  pool.on('error', onIdleError)
  // The same for a connection in use: its query rejects, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool: withTypedErrors(pool) })
  // Keys inside JSON columns are ours already: renaming the words of a long text would cost more than reading them.
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
}

/** A connection that could not be made, or was lost. The driver reports most of these as a bare Error. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
  /** SQLSTATE connection_failure. */
  readonly code = '08006'
}

function withTypedErrors(pool: pg.Pool): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch(rethrow)
      let isLost = false
      const giveUp = (error: unknown) => {
        isLost = !isReported(error)
        return rethrow(error)
      }
      return {
        // A lost connection must not be handed out again.
        release: () => client.release(isLost),
        // Kysely calls it with a text and parameters; only streaming, which we do not use, passes a cursor.
        query: ((text: string, parameters: unknown[]) =>
          client.query(text, parameters).catch(giveUp)) as unknown as PostgresPoolClient['query'],
      }
    },
  }
}

/** Everything the server itself reports is a DatabaseError with a code; the rest is the connection. */
function rethrow(error: unknown): never {
  throw isReported(error) ? error : new DatabaseUnreachable('PostgreSQL does not answer', { cause: error })
}

function isReported(error: unknown): boolean {
  return error instanceof pg.DatabaseError || error instanceof TypeError
}
