import { useQueryClient } from '@tanstack/react-query'

import { factorsQuery } from './query.ts'

export function useReloadFactors(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: factorsQuery().queryKey })
}
