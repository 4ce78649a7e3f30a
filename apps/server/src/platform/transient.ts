const SOCKET = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]
const RESOURCES = ['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']
const SDK = ['TimeoutError', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown', 'InternalError', 'NetworkingError']

/** This machine ran out of something; a later moment or another machine may do. */
export class OutOfResources extends Error {
  override name = 'OutOfResources'
  readonly code: 'ENOSPC' | 'ENOMEM'

  constructor(code: OutOfResources['code'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/**
 * Whether a server did not answer or this machine ran out of disk, memory or handles, so that a retry may succeed.
 * Decides by codes and types, never by messages.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isNamed = [...SOCKET, ...RESOURCES].includes(codeOf(error))
  return isNamed || isStorage(error) || isDatabase(error) || isTransient(error.cause)
}

function isStorage(error: Error): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return SDK.includes(error.name) || ($metadata?.httpStatusCode ?? 0) >= 500
}

/**
 * SQLSTATE classes 08 (connection), 53 (no resources), 57P (shutting down or starting), lost races, and the timeouts of
 * a statement (57014), a lock (55P03) and an idle transaction (25P03).
 */
function isDatabase(error: Error): boolean {
  return /^(08|53|57P|40001|40P01|57014|55P03|25P03)/.test(codeOf(error))
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
