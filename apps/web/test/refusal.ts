import { type ErrorCode, errors } from '@doslovno/domain/errors.ts'

import { ApiError } from '#lib/http/api-error.ts'

/** The server's reply to a call that fails with `code`. */
export function refusal(code: ErrorCode) {
  const { status, message } = errors[code]
  return { status, body: { error: message, code, message } }
}

/** The error of a call that fails with `code`. */
export function refused(code: ErrorCode): ApiError {
  const { status, body } = refusal(code)
  return new ApiError(status, body)
}
