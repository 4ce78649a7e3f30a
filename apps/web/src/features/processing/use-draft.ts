import { useQuery } from '@tanstack/react-query'

import { draftQuery } from '#lib/queries/draft.ts'

/** The sentences recognised so far of a file in processing. */
export function useDraft(scriptId: string, isEnabled: boolean): readonly string[] {
  const { data } = useQuery({ ...draftQuery(scriptId), enabled: isEnabled })
  return data?.sentences ?? []
}
