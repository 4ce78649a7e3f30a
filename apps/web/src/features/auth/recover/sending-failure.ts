import { errors } from '@doslovno/domain/errors.ts'
import { authTexts, tooManyText } from '@doslovno/texts/account/auth.ts'

import { ApiError } from '#lib/http/api-error.ts'

/** The message for a failed request for a mail that names no field. */
export function sendingFailure(error: unknown): string {
  const isTooOften = error instanceof ApiError && error.status === errors.tooManyRequests.status
  return isTooOften ? tooManyText : authTexts.register.failed
}
