import type { Language } from '#language/language.ts'

import { isAlike } from './alike.ts'
import { type Case, tellingWords } from './case.ts'
import { type Evidence, weightOf } from './prepare.ts'

/** Sentences from `from` on, up to `to`. */
export type Range = { from: number; to: number }

const NEIGHBOURS = 3
const ENOUGH = 0.6

/**
 * Rule 1. Finds the neighbouring sentences that say most of a statement, for one whose citation is wrong or missing.
 * None if no place says enough of it.
 */
export function findSentences(matter: Case, range: Range): number[] {
  const { evidence, language } = matter
  const stems = [...new Set(tellingWords(matter).map(({ stem }) => stem))]
  const weights = stems.map((stem) => weightOf(stem, evidence))
  const scores = new Map<number, number>()
  for (const [n, stem] of stems.entries()) {
    const starts = startsOf(placesAlike(stem, evidence, language), range)
    for (const start of starts) scores.set(start, (scores.get(start) ?? 0) + (weights[n] ?? 0))
  }
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const [best, score] = [...scores].reduce((a, b) => (b[1] > a[1] ? b : a), [-1, 0])
  if (best < 0 || score < ENOUGH * total) return []
  return Array.from({ length: NEIGHBOURS }, (_, n) => best + n).filter((index) => index < range.to)
}

function placesAlike(stem: string, { places }: Evidence, { grammar }: Language): number[] {
  const found: number[] = []
  for (const [said, indexes] of places) if (isAlike(said, stem, grammar)) found.push(...indexes)
  return found
}

/** Starts of all runs of neighbours that hold one of the places. */
function startsOf(places: readonly number[], { from, to }: Range): Set<number> {
  const inside = places.filter((place) => place >= from && place < to)
  const starts = inside.flatMap((place) => Array.from({ length: NEIGHBOURS }, (_, n) => place - n))
  return new Set(starts.filter((start) => start >= from))
}
