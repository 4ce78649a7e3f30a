import type { DigestLanguage } from '#digest/language.ts'
import type { Language } from '#language/language.ts'

const NEVER = /(?!)/u
const nothing = new Set<string>()

const language = {
  stem: (word: string) => word.replace(/(?:ing|ed|s)$/u, ''),
  numeralOf: (word: string) => (word === 'twenty' ? { kind: 'ten', value: 20, isOrdinal: false } : null),
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
  },
  calendar: { year: NEVER },
  names: { given: nothing },
  grammar: { conjunctions: nothing, changes: [], perfective: [], percent: NEVER, plusHalf: ['and', 'half'] },
} as unknown as Language // the digest reads no other tables

/** A little English: enough for properties that hold in any language. */
export const english: DigestLanguage = {
  ...language,
  filler: /^(?:well|so|look)[,\s]+/u,
  cue: /decided/u,
  titleWeight: (word) => (word.endsWith('ed') ? 0 : 1),
  declensions: [],
  task: { cue: /will|please/u, assignment: NEVER, deadline: NEVER, not: /would/u },
  isRead: false,
  isKnown: () => true,
  dueRules: [],
  utcOffsetHours: 0,
}
