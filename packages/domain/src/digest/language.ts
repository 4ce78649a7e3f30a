import type { Declension } from '#editing/word-forms.ts'
import type { Language } from '#language/language.ts'
import { plainForm } from '#transcript/words.ts'

/** Patterns and words of a language for the engine without a model. Texts and words are in their `plainForm`. */
export type DigestTables = {
  /** One filler at the beginning of a text. */
  filler: RegExp
  /** A text that sums up, decides, gives a reason or sets a deadline. */
  cue: RegExp
  /** How well a word names a chapter: 0 for verbs and empty words, 1 for nouns. */
  titleWeight: (word: string) => number
  declensions: readonly Declension[]
  task: {
    /** A text that orders, promises or settles something to be done. */
    cue: RegExp
    /** A verb that gives a task to a third person, if the text names somebody or a deadline. */
    assignment: RegExp
    deadline: RegExp
    /** A text that only sounds so: wishes, negations, phrases of courtesy. */
    not: RegExp
  }
  /** Whether words and clauses of the language are known; otherwise sentences are judged by their form alone. */
  isRead: boolean
  /** The first rule that matches a text tells its deadline. */
  dueRules: readonly DueRule[]
  /** Of the time zone of most speakers: it decides which day an upload belongs to. */
  utcOffsetHours: number
}

export type DigestLanguage = Language & DigestTables

/** `pattern` may capture `number` and `year`, in digits or words. */
export type DueRule = { pattern: RegExp; when: When }

/** `weekday`: 1 is Monday. `end`: the last day of the running period, or of the `next` one. */
export type When =
  | { kind: 'days'; days: number }
  | { kind: 'weekday'; weekday: number }
  | { kind: 'dayOfMonth'; month: number | null }
  | { kind: 'after'; unit: 'day' | 'workday' | 'week' | 'month' }
  | { kind: 'end'; of: 'day' | 'week' | 'month' | 'quarter' | 'year'; next: boolean }
  | { kind: 'unknown' }

/** The text without the fillers it begins with, for display. A text of fillers alone stays as it is. */
export function cutFillers(text: string, { filler }: Pick<DigestLanguage, 'filler'>): string {
  const found = filler.exec(plainForm(text))
  const rest = text.slice(found?.[0].length ?? 0)
  return found && /\p{L}/u.test(rest) ? cutFillers(capitalised(rest), { filler }) : text
}

export const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
