import { listVocabularies } from '@doslovno/contract/vocabularies.ts'
import { exportTerms } from '@doslovno/contract/vocabulary.ts'
import { inBatches } from '@doslovno/domain/digest/in-batches.ts'
import { formsOfTerm } from '@doslovno/domain/vocabulary/forms.ts'
import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import { readWordList } from '@doslovno/domain/vocabulary/word-list.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'
import russianUrl from '@doslovno/words/russian.bin?url'
import { queryOptions } from '@tanstack/react-query'

import { call } from '#lib/api/current.ts'
import { pause } from '#lib/pause.ts'

import { VOCABULARY_KEY } from './vocabulary.ts'

/** The list of Russian words; large, so it is fetched only where it is needed, and kept. */
export const russianWordsQuery = queryOptions({
  queryKey: ['russian-words'],
  queryFn: async ({ signal }) => {
    const reply = await fetch(russianUrl, { signal })
    if (!reply.ok) throw new Error(`The list of words is not there: ${reply.status}`)
    return readWordList(new Uint8Array(await reply.arrayBuffer()))
  },
  staleTime: Infinity,
  gcTime: Infinity,
  retry: false,
})

/** The terms of a user: `forms` by the letters of any form of a term, and the letters of all their words. */
export type Terms = { forms: ReadonlyMap<string, readonly string[]>; words: ReadonlySet<string> }

/** The user's terms, own and shared. */
export const knownTermsQuery = queryOptions({
  queryKey: [...VOCABULARY_KEY, 'known'],
  queryFn: async ({ signal }): Promise<Terms> => {
    const { data } = await call(listVocabularies, {}, signal)
    const filled = data.filter(({ terms }) => terms > 0)
    const exports = await Promise.all(
      filled.map(({ id }) => call(exportTerms, { query: { vocabularyId: id, format: 'text' } }, signal)),
    )
    return termsOf(exports.flatMap(({ content }) => content.split('\n').filter(Boolean)))
  },
  staleTime: 60_000,
  retry: false,
})

/** Pauses, so that a long vocabulary does not hold up typing. */
async function termsOf(texts: readonly string[]): Promise<Terms> {
  const formsOf = (text: string) => formsOfTerm(text.trim(), russianVocabulary).map((form) => form.text)
  const all = await inBatches(texts, formsOf, () => pause(0))
  return {
    forms: new Map(all.flatMap((forms) => forms.map((form) => [lettersOf(form), forms]))),
    words: new Set(all.flatMap((forms) => forms.flatMap((form) => form.split(' ').map(lettersOf)))),
  }
}
