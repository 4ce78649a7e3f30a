import pg from 'pg'

/** A connection that could not be made, or was lost. The driver reports most of these as a bare Error. */
export class DatabaseUnreachable extends Error {
  override name = 'DatabaseUnreachable'
  /** SQLSTATE connection_failure. */
  readonly code = '08006'
}

/** A connection was lost before the server confirmed a commit: the change may have happened. */
export class OutcomeUnknown extends DatabaseUnreachable {
  override name = 'OutcomeUnknown'
}

/** Whether a failed call may have changed something nevertheless. */
export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof Error && (error instanceof OutcomeUnknown || isOutcomeUnknown(error.cause))
}

/** The server ended the session (08, 57P), or leads no more (25006): the next connection may lead elsewhere. */
export function isLost(error: unknown): boolean {
  return isReported(error) ? hasCode(error) && /^(08|57P|25006)/.test(error.code) : true
}

/** Whether a statement waited for a lock longer than it may. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '55P03'
}

/** The server's own errors stay; any other becomes a Failure. */
export function typed(error: unknown, Failure: typeof DatabaseUnreachable = DatabaseUnreachable): Error {
  return isReported(error) ? error : new Failure('PostgreSQL does not answer', { cause: error })
}

/**
 * The failure of a module that has connections of its own. The driver throws an Error without a code for a lost
 * connection; anything with a code, its own or its cause's, is left as it is.
 */
export function typedFailure(error: unknown): unknown {
  return isCoded(error) ? error : typed(error)
}

/** Everything the server itself reports is a DatabaseError with a code; the rest is the connection. */
function isReported(error: unknown): error is Error {
  return error instanceof pg.DatabaseError || error instanceof TypeError
}

function isCoded(error: unknown): boolean {
  return error instanceof Error && (hasCode(error) || isCoded(error.cause))
}

function hasCode(error: Error): error is Error & { code: string } {
  return 'code' in error && typeof error.code === 'string'
}
