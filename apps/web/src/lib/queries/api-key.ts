import { getApiKey } from '@doslovno/contract/account/api-keys.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { ACCOUNT_KEY } from './account.ts'

const APART_MS = 5000

/** The API key of the user, if there is one. */
export function apiKeyQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'api-key'],
    queryFn: ({ signal }) => call(getApiKey, {}, signal),
    refetchOnWindowFocus: true,
    staleTime: APART_MS,
  })
}
