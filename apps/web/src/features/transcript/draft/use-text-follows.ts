import { isCompleted } from '@doslovno/domain/script/status.ts'
import { useQueryClient } from '@tanstack/react-query'

import { scriptQuery, scriptStatusQuery } from '#lib/queries/scripts.ts'

/** Tells, when a draft leaves the screen, whether its finished text comes next. */
export function useTextFollows(scriptId: string): () => boolean {
  const queries = useQueryClient()
  return () => {
    const file = queries.getQueryData(scriptQuery(scriptId).queryKey)
    const state = queries.getQueryData(scriptStatusQuery(scriptId).queryKey)
    const isComplete = (file && isCompleted(file.status)) || state?.status === 'complete'
    return isComplete && location.pathname === `/files/${scriptId}`
  }
}
