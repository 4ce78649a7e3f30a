import { randomUUID } from 'node:crypto'
import { setImmediate as yieldTurn } from 'node:timers/promises'

import type { ProcessVocabulary } from '@doslovno/domain/upload/options.ts'
import type { Vocabulary } from '@doslovno/domain/vocabulary/find-terms.ts'
import { buildTermIndex, lettersOf, type Term, type TermIndex } from '@doslovno/domain/vocabulary/term-index.ts'
import { refuseTerm } from '@doslovno/domain/vocabulary/term-rules.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'
import { LRUCache } from 'lru-cache'

import { termsInUse } from '#features/vocabulary/index.ts'
import type { Db } from '#platform/db.ts'
import { russianWords } from '#platform/language.ts'
import type { AppliedVocabulary } from '#platform/tables.ts'

type Loaded = { vocabulary: Vocabulary; applied: AppliedVocabulary['applied'] }

/** A user's vocabulary, those shared ones and the names of one file; undefined if there is no term at all. */
export async function loadVocabulary(db: Db, userId: string, asked: ProcessVocabulary): Promise<Loaded | undefined> {
  const { terms, exceptions, versions } = await termsInUse(db, userId, asked.vocabularyIds)
  const names = newNames(asked.names, terms)
  if (terms.length + names.length === 0) return undefined
  const key = JSON.stringify([versions.map(({ vocabularyId, version }) => [vocabularyId, version]), asked.names])
  const index = await kept.forceFetch(key, { context: [...terms, ...names] })
  return { vocabulary: { index, list: russianWords(), exceptions }, applied: versions }
}

/**
 * Names that may be terms and are not among these. They are kept nowhere: their ids mean nothing to the vocabularies.
 */
function newNames(names: readonly string[], terms: readonly Term[]): Term[] {
  const known = new Set(terms.map(({ text }) => lettersOf(text)))
  return names
    .filter((text) => !known.has(lettersOf(text)) && !refuseTerm(text, [], russianWords()))
    .map((text) => ({ id: randomUUID(), text }))
}

/** The longest vocabulary takes two seconds to prepare and 26 MB to keep. */
const MOST_KEPT = 4
/** Indexes of terms whose versions are in the key. */
const kept = new LRUCache<string, TermIndex, readonly Term[]>({
  max: MOST_KEPT,
  ignoreFetchAbort: true,
  fetchMethod: (_key, _old, { context: terms }) => buildTermIndex(terms, russianVocabulary, pause),
})

/** Lets other work of the process run. */
export function pause(): Promise<void> {
  return yieldTurn()
}
