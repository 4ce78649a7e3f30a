import { getAccountInfo } from '@doslovno/contract/accounts.ts'
import { listSessions } from '@doslovno/contract/sessions.ts'
import { useWindowEvent } from '@mantine/hooks'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

/** Begins the keys of all queries about the account. */
export const ACCOUNT_KEY = ['account'] as const

const EVERY_MS = 20_000
const APART_MS = 5000

/** Where the account is open. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'sessions'],
    queryFn: ({ signal }) => call(listSessions, {}, signal),
    refetchOnWindowFocus: true,
    staleTime: APART_MS,
  })
}

/** For the account page: polled every 20 s and when its window is focused, at least 5 s apart. */
export function useAccountInfo() {
  const queries = useQueryClient()
  // The query itself only notices a tab that is shown again, not a window that is focused.
  useWindowEvent('focus', () => {
    void queries.refetchQueries({ queryKey: infoQuery().queryKey, stale: true }, { cancelRefetch: false })
  })
  return useQuery(infoQuery())
}

export function infoQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'info'],
    queryFn: ({ signal }) => call(getAccountInfo, {}, signal),
    refetchInterval: EVERY_MS,
    refetchOnWindowFocus: true,
    staleTime: APART_MS,
  })
}
