import { plainForm } from '#transcript/words.ts'

/** A declension table; lower case, yo without its dots. */
export type Declension = {
  of: 'names' | 'terms'
  /** Matches the stem, the text before the ending. */
  stem: RegExp
  /** Endings by case and number, the six singular cases first; a case may have several. */
  endings: readonly (readonly string[])[]
}

export type Declensions = {
  /** Matches a stem that ends in a vowel. */
  vowelEnd: RegExp
  /** The most specific first. */
  tables: readonly Declension[]
  /** Words too common to correct everywhere: pronouns, prepositions. */
  common: ReadonlySet<string>
}

/** A corrected word. At the start of a sentence a capital does not mean a name. */
export type Correction = { from: string; to: string; isSentenceStart: boolean }

/** The right word in one form, split into stem and ending. */
export type RightForm = { stem: string; ending: string }

/** A shorter form is too likely to be another word. */
const SHORTEST_LETTERS = 4
const SHORTEST_STEM = 2
const CASES = 6

/**
 * Maps every form of the wrong word (by `plainForm`) to the same form of the right one. A wrong word is usually no word
 * at all and has no declension of its own, so it follows the tables of the right one and keeps its endings.
 */
export function formsOf(correction: Correction, declensions: Declensions): ReadonlyMap<string, RightForm> {
  const { tables, common, vowelEnd } = declensions
  const from = plainForm(correction.from)
  const to = plainForm(correction.to)
  if (common.has(from) || common.has(to) || !isWord(from) || !isWord(to)) return new Map()
  const exact = [from, { stem: correction.to, ending: '' }] as const
  if (from.length < SHORTEST_LETTERS || to.length < SHORTEST_LETTERS) return new Map([exact])
  const words = { from, to: correction.to }
  const rights = readingsOf(to, tablesFor(correction.to, correction, tables))
  const alike = sameEndings(words, rights, (stem) => vowelEnd.test(stem))
  const wrongs = alike.length > 0 ? [] : readingsOf(from, tablesFor(correction.from, correction, tables))
  return new Map([...alike, ...otherEndings(words, wrongs, rights), exact])
}

export function hasCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word)
}

const isWord = (word: string) => /^\p{L}+$/u.test(word)

function tablesFor(word: string, { isSentenceStart }: Correction, tables: readonly Declension[]) {
  if (!hasCapital(word)) return tables.filter(({ of }) => of === 'terms')
  return isSentenceStart ? tables : tables.filter(({ of }) => of === 'names')
}

/** The wrong word by `plainForm`, the right one as typed. */
type Words = { from: string; to: string }
type Form = readonly [wrong: string, right: RightForm]
type Reading = { table: Declension; cell: number; ending: string }

/** The tables and cases that a word may belong to. */
function readingsOf(word: string, tables: readonly Declension[]): Reading[] {
  return tables.flatMap((table) =>
    table.endings.flatMap((endings, cell) =>
      endings
        .filter((ending) => word.endsWith(ending) && isStem(stemOf(word, ending), table))
        .map((ending) => ({ table, cell, ending })),
    ),
  )
}

/** Both words have the same ending: the stem is replaced before every ending. */
function sameEndings({ from, to }: Words, rights: readonly Reading[], endsInVowel: (stem: string) => boolean): Form[] {
  return rights
    .filter(({ ending }) => from.endsWith(ending) && from.length - ending.length >= SHORTEST_STEM)
    .filter(({ ending }) => endsInVowel(stemOf(from, ending)) === endsInVowel(stemOf(plainForm(to), ending)))
    .flatMap(({ table, ending: own }) =>
      table.endings.flat().map((ending): Form => [stemOf(from, own) + ending, { stem: stemOf(to, own), ending }]),
    )
    .filter(([wrong]) => wrong !== from)
}

/** The endings differ: uses the first tables that read both words in one case. Ambiguous forms are dropped. */
function otherEndings({ from, to }: Words, wrongs: readonly Reading[], rights: readonly Reading[]): Form[] {
  for (const wrong of wrongs) {
    const right = rights.find(({ cell }) => cell === wrong.cell && cell < CASES)
    if (!right) continue
    const stem = stemOf(to, right.ending)
    return unambiguous(
      wrong.table.endings.slice(0, CASES).flatMap((endings, cell) => {
        const ending = right.table.endings[cell]?.[0] ?? ''
        return endings.map((other): Form => [stemOf(from, wrong.ending) + other, { stem, ending }])
      }),
    )
  }
  return []
}

function unambiguous(forms: readonly Form[]): Form[] {
  const meanings = Map.groupBy(forms, ([wrong]) => wrong)
  return forms.filter(([wrong, { ending }]) => meanings.get(wrong)?.every(([, other]) => other.ending === ending))
}

const isStem = (stem: string, table: Declension) => stem.length >= SHORTEST_STEM && table.stem.test(stem)
const stemOf = (word: string, ending: string) => word.slice(0, word.length - ending.length)
