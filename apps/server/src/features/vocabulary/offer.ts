import { type OfferedTerm, termsToOffer } from '@doslovno/domain/vocabulary/nominative.ts'
import { lettersOf } from '@doslovno/domain/vocabulary/term-index.ts'
import { refuseTerm, tidyTerm } from '@doslovno/domain/vocabulary/term-rules.ts'
import { russianVocabulary } from '@doslovno/texts/language/vocabulary/russian-vocabulary.ts'

import type { Db } from '#platform/db.ts'
import { russianWords } from '#platform/words.ts'

import { insertDeclined, isDeclined } from './declined-repo.ts'
import { hasTerm } from './term-repo.ts'

/** Terms to remember after a correction to this text; none if there is no reason to ask. */
export async function offerFor(db: Db, userId: string, text: string): Promise<OfferedTerm[]> {
  const tidy = tidyTerm(text)
  const words = russianWords()
  if (refuseTerm(tidy, [], words) || words.kindOf(tidy) === 'ordinary') return []
  const offered = termsToOffer(tidy, russianVocabulary, words)
  const plains = offered.map((term) => lettersOf(term.text))
  const isSettled = (await hasTerm(db, userId, plains)) || (await isDeclined(db, userId, plains))
  return isSettled ? [] : offered
}

/** Remembers the likeliest nominative, so that no form of the word is offered again. */
export async function decline(db: Db, userId: string, text: string): Promise<void> {
  const [likeliest] = termsToOffer(tidyTerm(text), russianVocabulary, russianWords())
  await insertDeclined(db, userId, lettersOf(likeliest?.text ?? text))
}
