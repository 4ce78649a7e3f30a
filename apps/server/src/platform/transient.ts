const SOCKET = ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']
/** What fetch and the driver of PostgreSQL say of a connection that was cut; the last, of one cut between two queries. */
const GONE = /socket hang up|other side closed|Connection terminated|connection error and is not queryable/i
const SDK = ['TimeoutError', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown', 'InternalError', 'NetworkingError']

/** Whether a server did not answer, so that the same work may go well in a moment. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return isSocket(error) || isStorage(error) || isDatabase(error) || isTransient(error.cause)
}

function isSocket(error: Error): boolean {
  return SOCKET.includes(codeOf(error)) || GONE.test(error.message)
}

function isStorage(error: Error): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return SDK.includes(error.name) || ($metadata?.httpStatusCode ?? 0) >= 500
}

/** PostgreSQL's classes 08 (connection), 53 (no resources), 57P (shutting down or not yet up), and serialisation. */
function isDatabase(error: Error): boolean {
  return /^(08|53|57P|40001|40P01)/.test(codeOf(error))
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
