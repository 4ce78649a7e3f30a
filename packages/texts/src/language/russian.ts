import type { Tables } from '@doslovno/domain/language/tables.ts'

import { calendar } from './russian/calendar.ts'
import { clause } from './russian/clause.ts'
import { grammar } from './russian/grammar.ts'
import { names } from './russian/names.ts'
import { negation } from './russian/negation.ts'
import { numeralOf, numerals } from './russian/numerals.ts'
import { opposites } from './russian/opposites.ts'
import { frame, generic, lightVerbs, reporting } from './russian/reporting.ts'
import { stopWords } from './russian/stop-words.ts'

/** Russian as the check of statements and the digest need it. */
export const russianTables: Tables = {
  numeralOf,
  numerals,
  stopWords,
  reporting,
  generic,
  frame,
  lightVerbs,
  negation,
  opposites,
  calendar,
  names,
  grammar,
  clause,
}
