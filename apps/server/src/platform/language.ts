import { type Language, makeLanguage } from '@doslovno/domain/language/language.ts'
import { russianTables } from '@doslovno/texts/language/russian.ts'
import { stemmer } from '@orama/stemmers/russian'

/** Words of about a dozen long recordings; forgotten at once when there are more. */
const REMEMBERED_WORDS = 100_000

const stems = new Map<string, string>()

/** Stems as PostgreSQL does, so that the check and the search agree. */
function stem(word: string): string {
  const known = stems.get(word)
  if (known !== undefined) return known
  if (stems.size >= REMEMBERED_WORDS) stems.clear()
  const result = stemmer(word)
  stems.set(word, result)
  return result
}

export const russian: Language = makeLanguage(russianTables, stem)
