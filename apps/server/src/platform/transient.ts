const SOCKET = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EPIPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ECONNABORTED',
  'ERR_SOCKET_CONNECTION_TIMEOUT',
  'ERR_STREAM_PREMATURE_CLOSE',
  'UND_ERR_SOCKET',
  'UND_ERR_CONNECT_TIMEOUT',
]
/** A disk that is full, read-only, broken or closed to us, or no memory, processes or handles. */
const MACHINE = ['ENOSPC', 'EDQUOT', 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN']
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

/** A store answered with more or less than the object it holds; a retry or its repair may help. */
export class WrongLength extends Error {
  override name = 'WrongLength'

  constructor(received: number, expected: number) {
    super(`storage sent ${received} of ${expected} bytes`)
  }
}

/** A sandbox did not start its program. The program's input is not to blame, unless it imitates such a failure. */
export class SandboxFailed extends Error {
  override name = 'SandboxFailed'
}

/** Whether this machine may be at fault, and not a file or a server. */
export function isMachineFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof SandboxFailed || isOfMachine(error) || isMachineFault(error.cause)
}

/** A forbidden connection says nothing about the machine. */
function isOfMachine(error: Error): boolean {
  return MACHINE.includes(codeOf(error)) && !('syscall' in error && error.syscall === 'connect')
}

/**
 * Whether a server did not answer or this machine has no disk, memory or handles to spare, so that a retry may succeed.
 * Decides by codes and types, never by messages.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  // A host with several addresses fails with one error for each.
  if (error instanceof AggregateError && error.errors.some(isTransient)) return true
  return (
    error instanceof WrongLength ||
    SOCKET.includes(codeOf(error)) ||
    isOfMachine(error) ||
    isStorage(error) ||
    isDatabase(error) ||
    isTransient(error.cause)
  )
}

function isStorage(error: Error): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } }
  return SDK.includes(error.name) || ($metadata?.httpStatusCode ?? 0) >= 500
}

/**
 * SQLSTATE classes 08 (connection), 53 (no resources), 57P (shutting down or starting), lost races, the timeouts of a
 * statement (57014), a lock (55P03) and an idle transaction (25P03), and a server that takes no writes (25006), which a
 * new leader is until it is promoted.
 */
function isDatabase(error: Error): boolean {
  return /^(08|53|57P|40001|40P01|57014|55P03|25P03|25006)/.test(codeOf(error))
}

function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : ''
}
