import { getDraft } from '@doslovno/contract/scripts.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

import { SCRIPTS_KEY } from './scripts.ts'

const EVERY_MS = 3000

export type Draft = { sentences: readonly string[]; next: number }

/** The draft so far: each poll fetches only what is new. */
export function draftQuery(id: string) {
  const queryKey = [...SCRIPTS_KEY, id, 'draft']
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Draft> => {
      const known = knownDraft(client, queryKey)
      const { data, next } = await call(getDraft, { params: { id }, query: { from: known.next } }, signal)
      return { sentences: [...known.sentences, ...data.map(({ text }) => text)], next }
    },
    refetchInterval: EVERY_MS,
    gcTime: 0,
  })
}

function knownDraft(client: QueryClient, queryKey: readonly string[]): Draft {
  return client.getQueryData<Draft>(queryKey) ?? { sentences: [], next: 0 }
}
