import { QueryClient } from '@tanstack/react-query'

import { actionItemsQuery, chaptersQuery, summaryQuery } from '#lib/queries/summaries.ts'
import type { Sample } from '#lib/sample/load-sample.ts'

/** A cache with everything that the parts of a file's page ask the server for. */
export function sampleQueries({ script: { id }, chapters, summaries, tasks }: Sample): QueryClient {
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity, gcTime: Infinity } } })
  queries.setQueryData(chaptersQuery(id).queryKey, { data: chapters, isReady: true })
  queries.setQueryData(actionItemsQuery(id).queryKey, { data: tasks, isReady: true })
  for (const summary of summaries) queries.setQueryData(summaryQuery(id, summary.type).queryKey, summary)
  return queries
}
