import { getAccountInfo, type User } from '@doslovno/contract/account/accounts.ts'
import { listIdentities } from '@doslovno/contract/account/providers.ts'
import { listSessions } from '@doslovno/contract/account/sessions.ts'
import type { Reply } from '@doslovno/contract/endpoint.ts'
import { useWindowEvent } from '@mantine/hooks'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { live } from '#lib/live/current.ts'
import { session, useSession } from '#lib/session/current.ts'

/** Begins the keys of all queries about the account. */
export const ACCOUNT_KEY = ['account'] as const
const USER_KEY = [...ACCOUNT_KEY, 'user'] as const

const USER_MS = 8000
/** While changes are told as they happen, a poll only makes sure. */
const LIVE_MS = 60_000
const EVERY_MS = 20_000
const APART_MS = 5000

/** The signed-in user, up to date; null for a visitor. */
export function useUser(): User | null {
  const { userId } = useSession()
  const { data } = useQuery(userQuery(userId))
  return data ?? null
}

/** The session knows the user before there are queries. */
function userQuery(userId: string | null) {
  const pause = () => (live.isOn.get() ? LIVE_MS : USER_MS)
  return queryOptions({
    queryKey: [...USER_KEY, userId],
    queryFn: ({ signal }) => session.loadUser(signal),
    enabled: userId !== null,
    initialData: () => session.lastUser() ?? undefined,
    staleTime: pause,
    refetchInterval: pause,
  })
}

/** Loads the user again; a failure changes nothing. */
export function refreshUser(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: USER_KEY })
}

/** Loads everything about the account again. */
export function refreshAccount(queries: QueryClient): Promise<void> {
  return queries.invalidateQueries({ queryKey: ACCOUNT_KEY })
}

/** Shows a change of the user that another reply revealed. */
export function adjustUser(queries: QueryClient, change: Partial<User>) {
  queries.setQueriesData<User>({ queryKey: USER_KEY }, (user) => user && { ...user, ...change })
}

/** Where the account is open. */
export function sessionsQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'sessions'],
    queryFn: ({ signal }) => call(listSessions, {}, signal),
    refetchOnWindowFocus: true,
    staleTime: APART_MS,
  })
}

export type Identities = Reply<typeof listIdentities>

/** Sign-in by other services. */
export function identitiesQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'identities'],
    queryFn: ({ signal }) => call(listIdentities, {}, signal),
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
