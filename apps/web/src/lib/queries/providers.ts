import { listProviders } from '@doslovno/contract/providers.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

/** The enabled sign-in providers; constant while a page is open. */
export const providersQuery = queryOptions({
  queryKey: ['providers'],
  queryFn: ({ signal }) => call(listProviders, {}, signal),
  staleTime: Infinity,
})
