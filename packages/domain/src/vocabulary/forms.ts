import { type Declension, hasCapital } from '#editing/word-forms.ts'
import { plainForm } from '#transcript/words.ts'

import type { VocabularyLanguage } from './language.ts'
import type { WordList } from './word-list.ts'

/** A form of a term as it is written, and its possible cases as bits 0 to 5. */
export type TermForm = { text: string; cases: number }

/** A stem as typed, and its endings in each of six cases. */
type Reading = { stem: string; endings: readonly (readonly string[])[] }

const CASES = 6
export const EVERY_CASE = 63
const SHORTEST_STEM = 2
const MOST_READINGS = 3
/** Forms of several words multiply. */
const MOST_FORMS = 24

/** The paradigm of a term that keeps its nominative in every case. */
export const NOT_DECLINED = -1

/** One way to decline a term, and its forms, the nominative first. */
type TermReading = { paradigm: number; forms: string[] }

/**
 * The nominative and every case form of a term. Several words decline together, of a compound its last part. A paradigm
 * picks one reading of the tables; without it all of them count.
 */
export function formsOfTerm(term: string, language: VocabularyLanguage, paradigm: number | null = null): TermForm[] {
  if (paradigm === NOT_DECLINED) return [{ text: term, cases: EVERY_CASE }]
  return declinedBy(term, language, (readings, word) => chosen(readings, word, paradigm))
}

/** The same forms to be shown: the plural comes last. */
export function shownForms(term: string, language: VocabularyLanguage, paradigm: number | null): string[] {
  const all = formsOfTerm(term, language, paradigm)
  if (all.length === 1) return [term]
  const singular = declinedBy(term, language, (readings, word) =>
    chosen(readings, word, paradigm).filter((reading) => isOwn(reading, word)),
  )
  return [...new Set([...singular, ...all].map(({ text }) => text))]
}

/** Every way to decline a term that differs from the others; the last one does not decline it. */
export function readingsOfTerm(term: string, language: VocabularyLanguage): TermReading[] {
  const paradigms = [...Array.from({ length: MOST_READINGS }, (_, paradigm) => paradigm), NOT_DECLINED]
  const readings = paradigms.map((paradigm) => ({ paradigm, forms: shownForms(term, language, paradigm) }))
  const isSame = (one: TermReading, other: TermReading) => one.forms.join() === other.forms.join()
  return readings.filter(
    (reading, at) =>
      reading.paradigm === NOT_DECLINED ||
      (reading.forms.length > 1 && readings.findIndex((other) => isSame(other, reading)) === at),
  )
}

type Choice = (readings: readonly Reading[], word: string) => readonly Reading[]

function declinedBy(term: string, language: VocabularyLanguage, choose: Choice): TermForm[] {
  const cases = new Map([[term, 1]])
  const words = term.split(/\s+/u).map((word) => byCase(word, language, choose))
  for (let index = 0; index < CASES; index++)
    for (const text of joined(words.map((forms) => forms[index] ?? [])))
      cases.set(text, (cases.get(text) ?? 0) | (1 << index))
  return Array.from(cases, ([text, bits]) => ({ text, cases: bits }))
}

/** Every choice of one form per word. */
function joined(words: readonly (readonly string[])[]): string[] {
  return words.reduce<string[]>(
    (texts, forms, index) =>
      texts.flatMap((text) => forms.map((form) => (index > 0 ? `${text} ${form}` : form))).slice(0, MOST_FORMS),
    [''],
  )
}

function byCase(word: string, language: VocabularyLanguage, choose: Choice): string[][] {
  const last = word.lastIndexOf('-') + 1
  const [head, tail] = [word.slice(0, last), word.slice(last)]
  if (!language.declined.test(tail)) return Array.from({ length: CASES }, () => [word])
  const of = hasCapital(word) ? 'names' : 'terms'
  const readings = choose(readingsOf(tail, of, language), tail)
  return Array.from({ length: CASES }, (_, index) => [
    ...new Set(readings.flatMap(({ stem, endings }) => (endings[index] ?? []).map((ending) => head + stem + ending))),
  ])
}

function readingsOf(word: string, of: Declension['of'], language: VocabularyLanguage): Reading[] {
  const tables = language.declensions.tables.filter((table) => table.of === of)
  const readings = distinct(tables.flatMap((table) => readingsBy(table, word)))
  const isAdjective = ({ endings }: Reading) => endings[1]?.some((ending) => language.adjectiveGenitive.test(ending))
  const [first] = readings
  if (!first) return [{ stem: word, endings: Array.from({ length: CASES }, () => ['']) }]
  if (language.nounsLikeAdjectives.test(plainForm(word)))
    return orUnchanged(
      readings.filter((reading) => !isAdjective(reading)),
      word,
    )
  return isAdjective(first) ? readings.filter(isAdjective) : readings
}

function orUnchanged(readings: Reading[], word: string): Reading[] {
  if (readings.length > 0) return readings
  return [{ stem: word, endings: Array.from({ length: CASES }, () => ['']) }]
}

/** One paradigm is a reading in the singular with the plural that follows it. */
function chosen(readings: readonly Reading[], word: string, paradigm: number | null): readonly Reading[] {
  if (paradigm === null) return readings.slice(0, MOST_READINGS)
  const starts = readings.flatMap((reading, at) => (isOwn(reading, word) ? [at] : []))
  const number = Math.min(paradigm, starts.length - 1)
  return readings.slice(starts[number], starts[number + 1])
}

/** Not the plural that a term in the singular has besides. */
const isOwn = ({ stem, endings }: Reading, word: string) => stem + (endings[0]?.[0] ?? '') === word

/** Readings of a word in the nominative of any gender or number; a term in the singular also has its plural. */
function readingsBy({ of, stem, endings }: Declension, word: string): Reading[] {
  const plain = plainForm(word)
  const groups = Array.from({ length: Math.floor(endings.length / CASES) }, (_, group) =>
    endings.slice(group * CASES, (group + 1) * CASES),
  )
  return groups.flatMap((cells, group) => {
    const [nominative = [], ...others] = cells
    return nominative
      .filter((ending) => plain.endsWith(ending) && isStem(plain.slice(0, plain.length - ending.length), stem))
      .flatMap((ending) => {
        const own = { stem: word.slice(0, word.length - ending.length), endings: [[ending], ...others] }
        const plural = groups.at(-1)
        return of === 'terms' && group === 0 && groups.length > 1 && plural ? [own, { ...own, endings: plural }] : [own]
      })
  })
}

const isStem = (stem: string, pattern: RegExp) => stem.length >= SHORTEST_STEM && pattern.test(stem)

function distinct(readings: readonly Reading[]): Reading[] {
  return [...new Map(readings.map((reading) => [JSON.stringify(reading), reading])).values()]
}

const MOST_OFFERED = 4

/** A term in the nominative and one way to decline it. */
export type OfferedTerm = TermReading & { text: string }

/**
 * Terms that a word in any case may be a form of, the likeliest first: known in more of their forms, ending in a
 * consonant, shorter, the text itself. Several words are taken for a nominative. The last one is not declined.
 */
export function termsToOffer(
  text: string,
  language: VocabularyLanguage,
  list: Pick<WordList, 'isKnown'>,
): OfferedTerm[] {
  const nominatives = language.declined.test(text) ? nominativesOf(text, language) : [text]
  const offered = nominatives
    .flatMap((nominative) => declined(nominative, text, language))
    .map((term) => ({ term, ranks: ranksOf(term, text, language, list) }))
    .toSorted((one, other) => compare(one.ranks, other.ranks))
    .map(({ term }) => term)
  return [...offered.slice(0, MOST_OFFERED), { text, paradigm: NOT_DECLINED, forms: [text] }]
}

/** The lower, the likelier; the first that differs decides. */
function ranksOf(
  term: OfferedTerm,
  text: string,
  language: VocabularyLanguage,
  list: Pick<WordList, 'isKnown'>,
): number[] {
  const known = term.forms.filter(list.isKnown).length / term.forms.length
  const endsInVowel = language.declensions.vowelEnd.test(plainForm(term.text))
  return [-known, Number(endsInVowel), term.text.length, Number(term.text !== text)]
}

function compare(one: readonly number[], other: readonly number[]): number {
  return one.map((rank, at) => rank - (other[at] ?? 0)).find((difference) => difference !== 0) ?? 0
}

function declined(nominative: string, text: string, language: VocabularyLanguage): OfferedTerm[] {
  const plain = plainForm(text)
  return readingsOfTerm(nominative, language)
    .filter(({ paradigm, forms }) => paradigm !== NOT_DECLINED && forms.some((form) => plainForm(form) === plain))
    .map((reading) => ({ ...reading, text: nominative }))
}

function nominativesOf(word: string, language: VocabularyLanguage): string[] {
  const of = hasCapital(word) ? 'names' : 'terms'
  const tables = language.declensions.tables.filter((table) => table.of === of)
  return [...new Set([word, ...tables.flatMap((table) => nominativesBy(table, word))])]
}

/** The nominative of the same gender, and that of the table: a plural leads to its singular. */
function nominativesBy({ stem: pattern, endings }: Declension, word: string): string[] {
  const plain = plainForm(word)
  return endings.flatMap((cell, index) =>
    cell
      .filter((ending) => plain.endsWith(ending) && isStem(plain.slice(0, plain.length - ending.length), pattern))
      .flatMap((ending) => {
        const stem = word.slice(0, word.length - ending.length)
        const own = endings[index - (index % CASES)] ?? []
        return [...own, ...(endings[0] ?? [])].map((nominative) => stem + nominative)
      }),
  )
}
