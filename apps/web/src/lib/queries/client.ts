import { QueryClient } from '@tanstack/react-query'

import { ApiError } from '#lib/http/api-error.ts'

const RETRIES = 2

/** Retries lost answers, never a decision of the server. */
export function shouldRetry(failures: number, error: unknown): boolean {
  const isFinal = error instanceof ApiError && error.status >= 400 && error.status < 500
  return !isFinal && failures < RETRIES
}

export function createQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: { queries: { retry: shouldRetry, staleTime: 1000 } } })
}
