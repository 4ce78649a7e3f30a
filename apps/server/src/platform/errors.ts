import type { TooBig } from '@doslovno/contract/endpoint.ts'
import { type ErrorCode, errors, type FieldError } from '@doslovno/domain/errors.ts'

type Options = ErrorOptions & { fields?: Record<string, FieldError>; retryAfterSeconds?: number; tooBig?: TooBig }

/** The only error thrown on purpose; anything else is a bug and answers 500. In a job it is final: never retried. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, FieldError> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly tooBig: TooBig | undefined
  constructor(code: ErrorCode, options: Options = {}) {
    super(errors[code].message, options)
    this.code = code
    this.status = errors[code].status
    this.fields = options.fields
    this.retryAfterSeconds = options.retryAfterSeconds
    this.tooBig = options.tooBig
  }
}

/** Reports invalid fields of a form by code, or returns undefined if there are none. Clients have the texts. */
export function invalidFields(codes: Record<string, string | undefined>): AppError | undefined {
  const invalid = Object.entries(codes).flatMap(([field, code]) =>
    code ? [[field, { code, message: code }] as const] : [],
  )
  return invalid.length > 0 ? new AppError('invalidRequest', { fields: Object.fromEntries(invalid) }) : undefined
}
