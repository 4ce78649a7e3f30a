import { getDraft } from '@doslovno/contract/scripts.ts'
import { assignSegments, NO_SPEAKER } from '@doslovno/domain/speakers/assign-segments.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { SCRIPTS_KEY } from './scripts.ts'

const EVERY_MS = 3000

/** When each word is said is not known yet, nor who speaks where nothing is diarised. */
export type Draft = { segments: readonly Segment[]; next: number }

/** The draft so far: each poll fetches only sentences that are new, and all turns. */
export function draftQuery(id: string) {
  const queryKey = [...SCRIPTS_KEY, id, 'draft']
  return queryOptions({
    queryKey,
    queryFn: ({ signal, client }) => continued(id, knownDraft(client, queryKey), signal),
    refetchInterval: EVERY_MS,
    gcTime: 0,
  })
}

async function continued(id: string, known: Draft, signal: AbortSignal): Promise<Draft> {
  const reply = await call(getDraft, { params: { id }, query: { from: known.next } }, signal)
  const { data, next, hasMore = false, turns = [] } = reply
  const segments = [...known.segments, ...data.map((said) => ({ ...said, speaker: NO_SPEAKER, words: [] }))]
  if (hasMore) return continued(id, { segments, next }, signal)
  // An ended process has no turns any more; the speakers stay until the text is there.
  return { segments: turns.length > 0 ? assignSegments(segments, turns) : segments, next }
}

function knownDraft(client: QueryClient, queryKey: readonly string[]): Draft {
  return client.getQueryData<Draft>(queryKey) ?? { segments: [], next: 0 }
}
