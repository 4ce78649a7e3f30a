import { NO_SPEAKER } from '@doslovno/domain/speakers/assign-segments.ts'
import { type Paragraph, toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import { draftQuery } from '#lib/queries/draft.ts'

type DraftParagraphs = { paragraphs: readonly Paragraph[]; speakers: number }

/** The text recognised so far, in paragraphs, and how many speakers are known in it. */
export function useDraft(scriptId: string): DraftParagraphs {
  const { data } = useQuery(draftQuery(scriptId))
  return useMemo(() => {
    const paragraphs = toParagraphs(data?.segments ?? [])
    const speakers = new Set(paragraphs.map(({ speaker }) => speaker).filter((speaker) => speaker !== NO_SPEAKER))
    return { paragraphs, speakers: speakers.size }
  }, [data])
}
