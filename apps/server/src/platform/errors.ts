import { type ErrorCode, errors, type FieldError } from '@doslovno/domain/errors.ts'

/** The only error thrown on purpose; anything else is a bug and answers 500. In a job it is final: no retry mends it. */
export class AppError extends Error {
  override name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly fields: Record<string, FieldError> | undefined
  constructor(code: ErrorCode, options: ErrorOptions & { fields?: Record<string, FieldError> } = {}) {
    super(errors[code].message, options)
    this.code = code
    this.status = errors[code].status
    this.fields = options.fields
  }
}
