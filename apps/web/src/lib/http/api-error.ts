import { ErrorBody, type TooBig } from '@doslovno/contract/error-body.ts'
import { errors } from '@doslovno/domain/errors.ts'

/** A call that failed: any status from 400 up, or 0 when no answer came at all. */
export class ApiError extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown, options?: ErrorOptions) {
    super(messageOf(status, body), options)
    this.name = 'ApiError'
    this.status = status
    this.body = body
  }

  /** The source's own text of the failure, where the server named one. */
  get wireText(): string | undefined {
    const error = errorBodyOf(this)?.error
    return typeof error === 'string' ? error : undefined
  }

  /** What is too big, and the largest size allowed. */
  get tooBig(): TooBig | undefined {
    const error = errorBodyOf(this)?.error
    return typeof error === 'object' ? error : undefined
  }
}

/** The server's own envelope; undefined when something else answered, a proxy for example. */
export function errorBodyOf(error: unknown): ErrorBody | undefined {
  if (!(error instanceof ApiError)) return undefined
  const parsed = ErrorBody.safeParse(error.body)
  return parsed.success ? parsed.data : undefined
}

export function wireTextOf(error: unknown): string | undefined {
  return error instanceof ApiError ? error.wireText : undefined
}

/** 403 has one meaning in this API: sign in. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status === errors.needAuthorization.status
}

/** What a call without any usable token fails with, before it is made. */
export function needAuthorization(): ApiError {
  const { status, message } = errors.needAuthorization
  return new ApiError(status, { error: message, code: 'needAuthorization', message })
}

function messageOf(status: number, body: unknown): string {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return status === 0 ? 'No answer' : `HTTP ${status}`
  const { error, message } = parsed.data
  return typeof error === 'string' ? error : message
}
