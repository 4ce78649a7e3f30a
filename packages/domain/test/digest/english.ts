import type { DigestLanguage } from '#digest/language.ts'
import { makeLanguage } from '#language/language.ts'

const NEVER = /(?!)/u
const nothing = new Set<string>()

/** A little English: enough for properties that hold in any language. */
export const english: DigestLanguage = {
  ...makeLanguage(
    {
      numeralOf: (word) => (word === 'twenty' ? { kind: 'ten', value: 20, isOrdinal: false } : null),
      numerals: [],
      stopWords: new Set(['the', 'of', 'and', 'to']),
      reporting: new Set(['said']),
      lightVerbs: new Set(['made']),
      negation: {
        words: new Set(['not']),
        short: nothing,
        restricting: nothing,
        pronouns: nothing,
        modals: [],
        negatedModals: new Map(),
        absence: nothing,
        prefixes: [],
        denying: NEVER,
        nonexistence: NEVER,
      },
      opposites: [],
      calendar: { dayOf: () => null, isMonth: () => false, year: NEVER },
      names: {
        given: nothing,
        short: [],
        surname: NEVER,
        place: NEVER,
        places: nothing,
        introductions: { self: NEVER, guest: NEVER },
        fleeting: NEVER,
      },
      grammar: {
        conjunctions: nothing,
        verbEnd: NEVER,
        qualityEnd: NEVER,
        pastEnd: NEVER,
        changes: [],
        perfective: [],
        percent: NEVER,
        counted: nothing,
        hour: NEVER,
        plusHalf: ['and', 'half'],
        roughly: NEVER,
        range: NEVER,
        condition: NEVER,
        tentative: NEVER,
      },
    },
    (word) => word.replace(/(?:ing|ed|s)$/u, ''),
  ),
  filler: /^(?:well|so|look)[,\s]+/u,
  cue: /decided/u,
  titleWeight: (word) => (word.endsWith('ed') ? 0 : 1),
  task: { cue: /will|please/u, not: /would/u },
  dueRules: [],
  utcOffsetHours: 0,
}
