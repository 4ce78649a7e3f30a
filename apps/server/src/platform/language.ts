import { type Language, makeLanguage, rememberStems } from '@doslovno/domain/language/language.ts'
import { russianTables } from '@doslovno/texts/language/russian.ts'
import { stemmer } from '@orama/stemmers/russian'

import { russianWords } from './words.ts'

/** Words of about a dozen long recordings. */
const REMEMBERED_WORDS = 100_000

/** Stems as PostgreSQL does, so that the check and the search agree. */
export const russian: Language = makeLanguage(russianTables, {
  stem: rememberStems(stemmer, REMEMBERED_WORDS),
  isKnown: (word) => russianWords().isKnown(word),
})
