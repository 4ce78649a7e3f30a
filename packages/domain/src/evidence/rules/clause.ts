import { type Case, type Finding, isSaidIn, tellingWords, unsure } from '#evidence/case.ts'
import { namesOf } from '#evidence/names.ts'

const FEWEST_WORDS = 2
const FEWEST_SAID = 0.5

/** Rule 10. A true statement may carry an invented clause: every clause must have half of its words said near. */
export function checkClauses(matter: Case): Finding[] {
  const { claim, near, evidence, language } = matter
  const names = new Set(namesOf(claim.words, evidence, language))
  const clauses = Map.groupBy(tellingWords(matter), ({ clause }) => clause)
  return [...clauses.values()].flatMap((words) => {
    const unsaid = words.filter((word) => !names.has(word) && !isSaidIn(word.stem, near, language))
    const isSaid = words.length < FEWEST_WORDS || 1 - unsaid.length / words.length >= FEWEST_SAID
    return isSaid
      ? []
      : [
          unsure(
            'clause',
            unsaid.map(({ raw }) => raw),
          ),
        ]
  })
}
