import { type Paragraph, toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { draftQuery } from '#lib/queries/draft.ts'

/** The text recognised so far, in paragraphs. */
export function useDraft(scriptId: string, isEnabled: boolean): readonly Paragraph[] {
  const { data } = useQuery({ ...draftQuery(scriptId), enabled: isEnabled })
  return useMemo(() => toParagraphs(data?.segments ?? []), [data])
}
