import { errors } from '@doslovno/domain/errors.ts'
import { authTexts, tooManyText } from '@doslovno/texts/auth.ts'

import { ApiError } from '#lib/http/api-error.ts'

/** What a form that asks for a mail says of a failure that names no field. */
export function sendingFailure(error: unknown): string {
  const isTooOften = error instanceof ApiError && error.status === errors.tooManyRequests.status
  return isTooOften ? tooManyText : authTexts.register.failed
}
