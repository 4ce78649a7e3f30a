import {
  CamelCasePlugin,
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  type Transaction,
} from 'kysely'
import pg from 'pg'

import { DatabaseUnreachable, isLost, OutcomeUnknown, typed } from './database-failures.ts'
import type { Tables } from './tables.ts'
import { watchPool } from './telemetry.ts'
import { tracedStatement } from './tracing/statement.ts'

/** The pool or a transaction; database functions take it as their first argument and never keep it. */
export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

const PREPARED = '/* prepared */'

/**
 * Begins a statement that every connection prepares once: for hot ones whose text is fixed. They list their columns,
 * because a migration that adds a column would break a prepared `select *`.
 */
export const prepared = sql.raw(PREPARED)

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

/** The rest are parameters of a session, which PgBouncer refuses: there its `connect_query` sets them. */
function limitsOfClient({ connectionTimeoutMillis, query_timeout, keepAlive }: Limits): Partial<Limits> {
  return { connectionTimeoutMillis, query_timeout, keepAlive }
}

/** `isPooled`: a transaction pooler stands between, whose sessions are not ours alone. */
type Options = { connections?: number; limits?: Partial<Limits>; isPooled?: boolean }

export function createDb(databaseUrl: string, onIdleError: (error: Error) => void, options: Options = {}): Db {
  const { connections = 10, isPooled = false } = options
  const chosen = { ...limits, ...options.limits }
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: connections,
    ...(isPooled ? limitsOfClient(chosen) : chosen),
    types,
  })
  watchPool(pool)
  // Without a listener, a server that closes an idle connection would end the process.
  pool.on('error', onIdleError)
  // The same for a connection in use: its query rejects, which is enough.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const dialect = new PostgresDialect({ pool: withTypedErrors(pool, { isPooled }) })
  // Keys inside JSON columns are ours already: renaming the words of a long text would cost more than reading them.
  return new Kysely<Tables>({ dialect, plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })] })
}

const PROBE_MS = 2000

/** One connection for `/readyz` apart from the pool, so that it never waits behind calls. */
export function createProbe(databaseUrl: string, { isPooled }: { isPooled: boolean }): Db {
  const limits = { connectionTimeoutMillis: PROBE_MS, statement_timeout: PROBE_MS, query_timeout: PROBE_MS }
  return createDb(databaseUrl, () => undefined, { connections: 1, limits, isPooled })
}

function withTypedErrors(pool: pg.Pool, options: { isPooled: boolean }): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await pool.connect().catch((error: unknown) => Promise.reject(typed(error)))
      return typedClient(client, options)
    },
  }
}

function typedClient(client: pg.PoolClient, { isPooled }: { isPooled: boolean }): PostgresPoolClient {
  let isInTransaction = false
  let lost: Error | undefined
  const query = async (text: string, values: unknown[]) => {
    // Kysely rolls back after a failed commit, and would throw what that ended with.
    if (lost) throw lost
    isInTransaction ||= BEGIN.test(text)
    try {
      return await tracedStatement(text, () => client.query({ ...(isPooled ? {} : nameOf(text)), text, values }))
    } catch (error) {
      const isHarmless = text === 'commit' ? false : isInTransaction || SELECT.test(text)
      if (isLost(error)) lost = typed(error, isHarmless ? DatabaseUnreachable : OutcomeUnknown)
      throw lost ?? error
    }
  }
  return {
    // A lost connection must not be handed out again.
    release: () => client.release(lost !== undefined),
    // Kysely calls it with a text and parameters; only streaming, which we do not use, passes a cursor.
    query: query as unknown as PostgresPoolClient['query'],
  }
}

/** How Kysely opens a transaction. */
const BEGIN = /^(begin|start transaction)/
/** A statement that changes nothing by itself. */
const SELECT = /^\s*(\/\*.*?\*\/)?\s*select\b/i

const names = new Map<string, string>()

/** The driver prepares a statement that has a name. */
function nameOf(text: string): { name?: string } {
  if (!text.startsWith(PREPARED)) return {}
  const name = names.get(text) ?? `s${names.size}`
  names.set(text, name)
  return { name }
}

/** The estimate of the planner: counting a large table takes minutes. */
export async function estimateRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ rows: number }>`select reltuples as rows from pg_class where oid = ${table}::regclass`.execute(db) // prettier-ignore
  return Math.max(0, rows[0]?.rows ?? 0)
}
