import { makeLanguage } from '@doslovno/domain/language/language.ts'
import { rememberStems } from '@doslovno/domain/language/remember.ts'
import { stemmer } from '@orama/stemmers/russian'

import { russianTables } from '#language/russian.ts'

/** Russian with the stemmer of the server. */
export const russian = makeLanguage(russianTables, rememberStems(stemmer, 100_000))
