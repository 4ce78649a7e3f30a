import { isAlike } from '#evidence/alike.ts'
import { type Case, type Finding, isSaidIn, tellingWords, unsure } from '#evidence/case.ts'
import { weightOf } from '#evidence/prepare.ts'
import type { ContentWord } from '#language/content-words.ts'

const FEWEST_WORDS = 2
/** A clause of so many words must have half of its weight said, and half of its words together. */
const LONG_CLAUSE_WORDS = 3
const FEWEST_SAID = 0.5

/** Rule 10. A true statement may carry an invented clause: every clause must have half of its words said near. */
export function checkClauses(matter: Case): Finding[] {
  const { names } = matter.claim
  const clauses = Map.groupBy(tellingWords(matter), ({ clause }) => clause)
  return [...clauses.values()].flatMap((words) => {
    const said = words.filter((word) => names.includes(word) || isSaidIn(word.stem, matter.near, matter.language))
    if (words.length < FEWEST_WORDS || isSaid(words, said, matter)) return []
    return [
      unsure(
        'clause',
        words.filter((word) => !said.includes(word)).map(({ raw }) => raw),
      ),
    ]
  })
}

function isSaid(words: readonly ContentWord[], said: readonly ContentWord[], matter: Case): boolean {
  if (said.length < FEWEST_SAID * words.length) return false
  if (words.length < LONG_CLAUSE_WORDS) return true
  const weigh = (some: readonly ContentWord[]) =>
    some.reduce((sum, { stem }) => sum + weightOf(stem, matter.evidence), 0)
  return weigh(said) >= FEWEST_SAID * weigh(words) && isSaidTogether(words, said, matter)
}

/** Words gathered from all around may never have been said of each other: two neighbouring sentences must hold half. */
function isSaidTogether(
  words: readonly ContentWord[],
  said: readonly ContentWord[],
  { near, language }: Case,
): boolean {
  return near.sentences.some((_, n) => {
    const spoken = near.sentences.slice(n, n + 2).flatMap((sentence) => sentence.words)
    const isApart = ({ stem }: ContentWord) =>
      isSaidIn(stem, near, language) && !spoken.some((word) => isAlike(word.stem, stem, language.grammar))
    return said.filter((word) => !isApart(word)).length >= FEWEST_SAID * words.length
  })
}
