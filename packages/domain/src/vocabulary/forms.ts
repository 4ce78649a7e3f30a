import { type Declension, hasCapital } from '#editing/word-forms.ts'
import { plainForm } from '#transcript/plain-words.ts'

import type { VocabularyLanguage } from './language.ts'

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

/** The nominative and every case form of a term. Several words decline together, of a compound its last part. */
export function formsOfTerm(term: string, language: VocabularyLanguage): TermForm[] {
  const cases = new Map([[term, 1]])
  const words = term.split(/\s+/u).map((word) => byCase(word, language))
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

function byCase(word: string, language: VocabularyLanguage): string[][] {
  const last = word.lastIndexOf('-') + 1
  const [head, tail] = [word.slice(0, last), word.slice(last)]
  if (!language.declined.test(tail)) return Array.from({ length: CASES }, () => [word])
  const readings = readingsOf(tail, hasCapital(word) ? 'names' : 'terms', language)
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
  return (isAdjective(first) ? readings.filter(isAdjective) : readings).slice(0, MOST_READINGS)
}

function orUnchanged(readings: readonly Reading[], word: string): Reading[] {
  if (readings.length > 0) return readings.slice(0, MOST_READINGS)
  return [{ stem: word, endings: Array.from({ length: CASES }, () => ['']) }]
}

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
