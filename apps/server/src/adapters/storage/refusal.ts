/** The store lacks the feature or the permission: do not retry. */
export function isRefusal(error: unknown): boolean {
  const status = statusOf(error) ?? 500
  return status === 501 || (status >= 400 && status < 500)
}

/** Undefined if the store did not answer. */
export const statusOf = (error: unknown) =>
  error instanceof Error && '$metadata' in error
    ? (error.$metadata as { httpStatusCode?: number }).httpStatusCode
    : undefined
