import type { Calendar, Grammar, NameTables, Negation, Numeral, Tables } from './tables.ts'

/** A language in which statements are compared with speech: its tables, and the stem function they are stemmed by. */
export type Language = {
  /** Of a word in its `plainForm`. */
  stem: (word: string) => string
  numeralOf: (word: string) => Numeral | null
  /** Cardinals long enough to be known when one letter is misheard. */
  numerals: readonly string[]
  stopWords: ReadonlySet<string>
  /** Stems of words that report speech or name a role: they say nothing that the recording could contradict. */
  reporting: ReadonlySet<string>
  /** Stems of verbs too general to carry a statement. */
  lightVerbs: ReadonlySet<string>
  negation: Negation
  /** Patterns of stems that mean the contrary of each other. */
  opposites: readonly (readonly [RegExp, RegExp])[]
  calendar: Calendar
  names: Names
  grammar: Grammar
}

export type Names = {
  /** Stems of given names, short ones included. */
  given: ReadonlySet<string>
  /** Stems of short names to stems of the full names they may stand for. */
  full: ReadonlyMap<string, readonly string[]>
  surname: RegExp
  place: RegExp
  /** Stems of well-known towns, countries and companies. */
  places: ReadonlySet<string>
  fleeting: RegExp
}

/** Stems the tables once, so that comparing costs a lookup. */
export function makeLanguage(tables: Tables, stem: (word: string) => string): Language {
  const stems = (words: Iterable<string>) => new Set([...words].map(stem))
  return {
    ...tables,
    stem,
    reporting: stems(tables.reporting),
    lightVerbs: stems(tables.lightVerbs),
    names: stemNames(tables.names, stem),
  }
}

function stemNames(tables: NameTables, stem: (word: string) => string): Names {
  const { given, short, places } = tables
  const stemName = (name: string) => stem(name).replace(tables.fleeting, '')
  const groups = Map.groupBy(short, ([name]) => stemName(name))
  const full = new Map([...groups].map(([name, pairs]) => [name, pairs.map(([, of]) => stemName(of))]))
  return { ...tables, given: new Set([...given].map(stemName)), places: new Set([...places].map(stem)), full }
}
