import type { NameTables, Tables } from './tables.ts'

/** A language in which statements are compared with speech: its tables, with `reporting`, `generic`, `lightVerbs` and names stemmed. */
export type Language = Omit<Tables, 'names'> & {
  /** Of a word in its `plainForm`. */
  stem: (word: string) => string
  /** Whether the language has a word, in any of its forms. */
  isKnown: (word: string) => boolean
  names: Names
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
  introductions: NameTables['introductions']
  fleeting: RegExp
}

/** Stems the tables once, so that comparing costs a lookup. */
export function makeLanguage(tables: Tables, { stem, isKnown }: Pick<Language, 'stem' | 'isKnown'>): Language {
  const stems = (words: Iterable<string>) => new Set([...words].map(stem))
  return {
    ...tables,
    stem,
    isKnown,
    reporting: stems(tables.reporting),
    generic: stems(tables.generic),
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

/** Remembers the stems of so many words and forgets all of them at once when there are more. */
export function rememberStems(stem: (word: string) => string, limit: number): (word: string) => string {
  const stems = new Map<string, string>()
  return (word) => {
    const known = stems.get(word)
    if (known !== undefined) return known
    if (stems.size >= limit) stems.clear()
    const result = stem(word)
    stems.set(word, result)
    return result
  }
}
