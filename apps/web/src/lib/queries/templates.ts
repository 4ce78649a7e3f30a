import { listSettingsTemplates } from '@doslovno/contract/tools.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

/** Summary templates; constant while a page is open. */
export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: async ({ signal }) => (await call(listSettingsTemplates, {}, signal)).data,
  staleTime: Infinity,
})
