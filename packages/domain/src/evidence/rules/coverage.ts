import { isAlike } from '#evidence/alike.ts'
import { type Case, type Finding, isCitedSpeaker, isSaidIn, rawsOf, tellingWords, unsure } from '#evidence/case.ts'
import { weightOf } from '#evidence/prepare.ts'
import { isSameNumber, mannerOf } from '#evidence/same-number.ts'
import type { ContentWord } from '#language/content-words.ts'

const ENOUGH = 0.5
const ALIKE = 0.85
const NEAR = 0.8
/** Of the average word. */
const NUMBER = 0.5
/** Of a statement that consists of reporting words alone. */
const UNKNOWN = 0.5

/** Rule 11. Enough of the words, weighed by how rare they are, must have been said. */
export function checkCoverage(matter: Case): Finding[] {
  return coverageOf(matter) >= ENOUGH ? [] : [unsure('coverage', unsaidWords(matter))]
}

/** Words of a statement that nobody said near. */
export function unsaidWords(matter: Case): string[] {
  const { near, language } = matter
  return rawsOf(weighedWords(matter).filter(({ stem }) => !isSaidIn(stem, near, language)))
}

/**
 * The share of a statement's weight that was said: 0 nothing, 1 every word in the cited sentences. A number that was said
 * adds half a word.
 */
export function coverageOf(matter: Case): number {
  const words = weighedWords(matter)
  if (words.length === 0) return matter.claim.numbers.length > 0 ? 1 : UNKNOWN
  const weights = words.map(({ stem }) => weightOf(stem, matter.evidence))
  const said = words.map((word, n) => (weights[n] ?? 0) * shareOf(word, matter))
  const numbers = (NUMBER * saidNumbers(matter) * sum(weights)) / weights.length
  return (sum(said) + numbers) / (sum(weights) + numbers)
}

/** Names of cited speakers are known without being said. */
function weighedWords(matter: Case): ContentWord[] {
  const { claim } = matter
  return tellingWords(matter).filter((word) => !(claim.names.includes(word) && isCitedSpeaker(word, matter)))
}

function saidNumbers(matter: Case): number {
  const manner = mannerOf(matter)
  return matter.claim.numbers.filter((number) => matter.core.numbers.some((said) => isSameNumber(number, said, manner)))
    .length
}

function shareOf({ stem }: ContentWord, { core, near, language }: Case): number {
  if (core.words.some((word) => word.stem === stem)) return 1
  if (core.words.some((word) => isAlike(word.stem, stem, language.grammar))) return ALIKE
  return isSaidIn(stem, near, language) ? NEAR : 0
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
