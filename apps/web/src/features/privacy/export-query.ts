import { type DataExport, getExport } from '@doslovno/contract/privacy.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { ACCOUNT_KEY } from '#lib/queries/account.ts'

const MAKING_MS = 3000

/** The newest archive, polled while it is being made. */
export function exportQuery() {
  return queryOptions({
    queryKey: [...ACCOUNT_KEY, 'export'],
    queryFn: ({ signal }) => call(getExport, {}, signal),
    refetchInterval: ({ state }) => exportInterval(state.data?.export),
    refetchOnWindowFocus: true,
  })
}

export function exportInterval(made: DataExport | null | undefined): number | false {
  return made?.status === 'making' && MAKING_MS
}
