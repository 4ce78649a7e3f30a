import { useQuery } from '@tanstack/react-query'

import { draftQuery } from '#lib/queries/draft.ts'

/** Sentences recognised so far. */
export function useDraft(scriptId: string, isEnabled: boolean): readonly string[] {
  const { data } = useQuery({ ...draftQuery(scriptId), enabled: isEnabled })
  return data?.sentences ?? []
}
