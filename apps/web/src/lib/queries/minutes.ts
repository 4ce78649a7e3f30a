import { getMinutes } from '@doslovno/contract/payments.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { ACCOUNT_KEY } from './account.ts'

/** Lots, and the spending page by page. */
export const minutesQuery = infiniteQueryOptions({
  queryKey: [...ACCOUNT_KEY, 'minutes'],
  queryFn: ({ signal, pageParam }) => call(getMinutes, { query: { page: pageParam } }, signal),
  initialPageParam: 1,
  getNextPageParam: (last, pages) => {
    const known = pages.reduce((count, { spent }) => count + spent.length, 0)
    return last.spent.length > 0 && known < last.spentTotal ? pages.length + 1 : undefined
  },
  refetchOnWindowFocus: true,
})
