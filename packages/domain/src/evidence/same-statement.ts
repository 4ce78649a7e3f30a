import type { Language } from '#language/language.ts'

import { isAlike } from './alike.ts'
import { readText, type ReadText } from './prepare.ts'

const SAME_SHARE = 0.7

/** Whether two statements say one thing: most of their stems agree, and so do their numbers and what they deny. */
export function isSameStatement(a: string, b: string, language: Language): boolean {
  const [one, other] = [readText(a, language), readText(b, language)]
  if (one.hasNegation !== other.hasNegation || valuesOf(one) !== valuesOf(other)) return false
  const [stems, others] = [stemsOf(one), stemsOf(other)]
  const larger = Math.max(stems.length, others.length)
  const isShared = (stem: string) => others.some((word) => isAlike(word, stem, language.grammar))
  return larger === 0 ? one.plain === other.plain : stems.filter(isShared).length >= SAME_SHARE * larger
}

const stemsOf = ({ words }: ReadText) => [...new Set(words.map(({ stem }) => stem))]
const valuesOf = ({ numbers }: ReadText) =>
  [...new Set(numbers.map(({ value }) => value))].toSorted((a, b) => a - b).join(' ')
