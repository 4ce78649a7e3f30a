import { makeLanguage, rememberStems } from '@doslovno/domain/language/language.ts'
import { stemmer } from '@orama/stemmers/russian'

import { russianTables } from '#language/russian.ts'

/** Russian with the stemmer of the server; it knows every word but those that a test makes up. */
export const russian = makeLanguage(russianTables, {
  stem: rememberStems(stemmer, 100_000),
  isKnown: (word) => !/радг|скальц/iu.test(word),
})
