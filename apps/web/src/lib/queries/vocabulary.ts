import { listVocabularies } from '@doslovno/contract/vocabularies.ts'
import { listTerms } from '@doslovno/contract/vocabulary.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'

/** Begins the keys of all queries about vocabularies and their terms. */
export const VOCABULARY_KEY = ['vocabulary'] as const
const VOCABULARIES_KEY = [...VOCABULARY_KEY, 'list'] as const

/** The user's own vocabulary first, then shared ones. */
export const vocabulariesQuery = queryOptions({
  queryKey: VOCABULARIES_KEY,
  queryFn: async ({ signal }) => (await call(listVocabularies, {}, signal)).data,
  refetchOnWindowFocus: true,
})

/** Terms that contain the search, page by page. */
export function termsQuery(vocabularyId: string, search: string) {
  return infiniteQueryOptions({
    queryKey: [...VOCABULARY_KEY, 'terms', vocabularyId, search],
    queryFn: ({ signal, pageParam }) =>
      call(listTerms, { query: { vocabularyId, search, ...(pageParam === null ? {} : { after: pageParam }) } }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    // The list stays while another search in it is answered.
    placeholderData: (before, query) => (query?.queryKey[2] === vocabularyId ? before : undefined),
  })
}
