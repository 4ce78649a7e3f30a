import { listRecentNames } from '@doslovno/contract/editing.ts'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

/** Names of speakers in the owner's other files. */
export function recentNamesQuery(scriptId: string) {
  return queryOptions({
    queryKey: ['recentNames', scriptId],
    queryFn: ({ signal }) => call(listRecentNames, { params: { id: scriptId } }, signal),
  })
}
