import { getSecondFactors } from '@doslovno/contract/account/second-factors.ts'
import type { Reply } from '@doslovno/contract/endpoint.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { ACCOUNT_KEY } from '#lib/queries/account.ts'

export type Factors = Reply<typeof getSecondFactors>

export function factorsQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'second-factors'],
    queryFn: ({ signal }) => call(getSecondFactors, {}, signal),
    refetchOnWindowFocus: true,
    staleTime: 5000,
  })
}

export function isProtected({ isTotpOn, passkeys }: Factors): boolean {
  return isTotpOn || passkeys.length > 0
}

export function useReloadFactors(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: factorsQuery().queryKey })
}
