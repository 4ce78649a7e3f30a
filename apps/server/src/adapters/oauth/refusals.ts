import { AppError } from '#platform/errors.ts'

/** The provider let us down. The reason is ours to write: what the provider sent may hold a token. */
export function providerFailed(reason: string, cause?: unknown): AppError {
  return new AppError('providerFailed', { cause: new Error(reason, { cause }) })
}

/** What somebody brought opens nothing here. */
export function notValid(reason: string): AppError {
  return new AppError('tokenNotValid', { cause: new Error(reason) })
}
