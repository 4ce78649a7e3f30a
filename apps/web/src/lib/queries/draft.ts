import { getDraft } from '@doslovno/contract/scripts.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { SCRIPTS_KEY } from './scripts.ts'

const EVERY_MS = 3000

/** Who speaks and when each word is said is not known yet. */
export type Draft = { segments: readonly Segment[]; next: number }

/** The draft so far: each poll fetches only what is new. */
export function draftQuery(id: string) {
  const queryKey = [...SCRIPTS_KEY, id, 'draft']
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Draft> => {
      const known = knownDraft(client, queryKey)
      const { data, next } = await call(getDraft, { params: { id }, query: { from: known.next } }, signal)
      return { segments: [...known.segments, ...data.map((said) => ({ ...said, speaker: 0, words: [] }))], next }
    },
    refetchInterval: EVERY_MS,
    gcTime: 0,
  })
}

function knownDraft(client: QueryClient, queryKey: readonly string[]): Draft {
  return client.getQueryData<Draft>(queryKey) ?? { segments: [], next: 0 }
}
