import type { Language } from '#language/language.ts'

import { readText, type ReadText } from './read.ts'

/** A common beginning as long as this, and as large a share of the longer stem, makes one word of two. */
const COMMON_LETTERS = 4
const COMMON_SHARE = 0.6
/** A changed consonant is looked for after so many common letters, and so near the end. */
const LETTERS_BEFORE_CHANGE = 3
const LETTERS_AFTER_CHANGE = 3

/** Differences that forms and derivations of one word may have. */
export type Forms = {
  /** Letters that change for each other at the end of a stem. */
  changes: readonly string[]
  /** Beginnings that make a verb perfective and leave its meaning. */
  perfective: readonly string[]
}

/**
 * Whether two stems belong to one word: the same stem, a long common beginning, one consonant that changed for another at
 * the end, or a perfective verb and its base.
 */
export function isAlike(a: string, b: string, { changes, perfective }: Forms): boolean {
  if (a === b) return true
  if (a[0] !== b[0]) return isPerfective(a, b, perfective) || isPerfective(b, a, perfective)
  const common = commonLetters(a, b)
  const longer = Math.max(a.length, b.length)
  if (common >= COMMON_LETTERS && common >= COMMON_SHARE * longer) return true
  if (common < LETTERS_BEFORE_CHANGE || common < longer - LETTERS_AFTER_CHANGE) return false
  const [x, y] = [a[common], b[common]]
  return x !== undefined && y !== undefined && changes.some((group) => group.includes(x) && group.includes(y))
}

const SHORTEST_BASE = 4
/** A perfective stem is so many letters longer at most: its beginning and one letter of its end. */
const MOST_LONGER = 4

function isPerfective(stem: string, base: string, prefixes: readonly string[]): boolean {
  const longer = stem.length - base.length
  if (base.length < SHORTEST_BASE || longer < 0 || longer > MOST_LONGER) return false
  return prefixes.some((prefix) => {
    if (stem[prefix.length] !== base[0] || !stem.startsWith(prefix)) return false
    const common = commonLetters(stem.slice(prefix.length), base)
    return common >= SHORTEST_BASE && common >= Math.max(stem.length - prefix.length, base.length) - 1
  })
}

/** Letters to add, remove or change to turn one word into the other; `limit + 1` if there are more. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let row = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let line = 0; line < a.length; line += 1) row = nextRow(row, a.charAt(line), b, line + 1)
  return Math.min(row[b.length] ?? 0, limit + 1)
}

function nextRow(row: readonly number[], letter: string, b: string, line: number): number[] {
  const next = [line]
  for (let column = 1; column <= b.length; column += 1) {
    const kept = (row[column - 1] ?? 0) + (letter === b[column - 1] ? 0 : 1)
    next.push(Math.min((row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, kept))
  }
  return next
}

function commonLetters(a: string, b: string): number {
  let common = 0
  while (common < a.length && common < b.length && a[common] === b[common]) common += 1
  return common
}

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
