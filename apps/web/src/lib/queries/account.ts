import { getAccountInfo } from '@doslovno/contract/accounts.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

const EVERY_MS = 20_000
const APART_MS = 5000

/** What the account page shows beside the user: asked every 20 s and when somebody comes back, at least 5 s apart. */
export function infoQuery() {
  return queryOptions({
    queryKey: ['account', 'info'],
    queryFn: ({ signal }) => call(getAccountInfo, {}, signal),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    staleTime: APART_MS,
  })
}
