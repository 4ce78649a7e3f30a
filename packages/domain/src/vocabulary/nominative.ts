import { type Declension, hasCapital } from '#editing/word-forms.ts'
import { plainForm } from '#transcript/plain-words.ts'

import { CASES, isStem, NOT_DECLINED, readingsOfTerm, type TermReading } from './forms.ts'
import type { VocabularyLanguage } from './language.ts'
import type { WordList } from './word-list.ts'

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
