import type { TooBig } from '@doslovno/contract/error-body.ts'
import { type ErrorCode, errors, type FieldError } from '@doslovno/domain/errors.ts'

type Options = ErrorOptions & { fields?: Record<string, FieldError>; retryAfterSeconds?: number; tooBig?: TooBig }

/** The only error thrown on purpose; anything else is a bug and answers 500. In a job it is final: no retry mends it. */
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

/** A form that cannot be taken, told field by field; the client has the words for each code. */
export function invalidFields(codes: Record<string, string | undefined>): AppError | undefined {
  const wrong = Object.entries(codes).flatMap(([field, code]) =>
    code ? [[field, { code, message: code }] as const] : [],
  )
  return wrong.length > 0 ? new AppError('invalidRequest', { fields: Object.fromEntries(wrong) }) : undefined
}
