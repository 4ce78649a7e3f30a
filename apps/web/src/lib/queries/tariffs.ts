import { listTariffs } from '@doslovno/contract/tariffs.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

/** The catalogue of tariffs. */
export const tariffsQuery = queryOptions({
  queryKey: ['tariffs'],
  queryFn: ({ signal }) => call(listTariffs, {}, signal),
})
