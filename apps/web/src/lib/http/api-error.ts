import { ErrorBody } from '@doslovno/contract/error-body.ts'
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
}

/** The server's own envelope; undefined when something else answered, a proxy for example. */
export function errorBodyOf(error: unknown): ErrorBody | undefined {
  if (!(error instanceof ApiError)) return undefined
  const parsed = ErrorBody.safeParse(error.body)
  return parsed.success ? parsed.data : undefined
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
  if (parsed.success) return parsed.data.error
  return status === 0 ? 'No answer' : `HTTP ${status}`
}
