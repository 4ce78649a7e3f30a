import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { type Language, makeLanguage, rememberStems } from '@doslovno/domain/language/language.ts'
import { readWordList, type WordList } from '@doslovno/domain/vocabulary/word-list.ts'
import { russianTables } from '@doslovno/texts/language/russian.ts'
import { stemmer } from '@orama/stemmers/russian'

let list: WordList | undefined

/** Words of about a dozen long recordings. */
const REMEMBERED_WORDS = 100_000

/** Stems as PostgreSQL does, so that the check and the search agree. */
export const russian: Language = makeLanguage(russianTables, {
  stem: rememberStems(stemmer, REMEMBERED_WORDS),
  isKnown: (word) => russianWords().isKnown(word),
})

/** The words of Russian; read once per process, when they are first needed. */
export function russianWords(): WordList {
  list ??= readWordList(readFileSync(fileURLToPath(import.meta.resolve('@doslovno/words/russian.bin'))))
  return list
}
