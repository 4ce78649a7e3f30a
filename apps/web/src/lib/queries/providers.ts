import { listProviders } from '@doslovno/contract/accounts.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

/** The sign-in services that are switched on; they do not change while a page is open. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call(listProviders, {}, signal),
  staleTime: Infinity,
})
