import { queryOptions } from '@tanstack/react-query'

import { loadSample } from '#lib/sample/load-sample.ts'

export const sampleQuery = queryOptions({
  queryKey: ['sample'],
  queryFn: ({ signal }) => loadSample(signal),
  staleTime: Infinity,
})
