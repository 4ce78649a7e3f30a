import { AppError } from '#platform/errors.ts'

/** The provider failed. The reason is always our own text: the provider's may hold a token. */
export function providerFailed(reason: string, cause?: unknown): AppError {
  return new AppError('providerFailed', { cause: new Error(reason, { cause }) })
}

/** The token or code is not valid here. */
export function notValid(reason: string): AppError {
  return new AppError('tokenNotValid', { cause: new Error(reason) })
}
