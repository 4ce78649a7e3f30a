import { isAlike } from '#evidence/alike.ts'
import { type Case, type Finding, tellingWords, unsure } from '#evidence/case.ts'
import { plainForm } from '#transcript/plain-words.ts'

/** Rule 7. What was only supposed must not be told as done. */
export function checkConditions(matter: Case): Finding[] {
  const { claim, near, language } = matter
  const { grammar } = language
  if (grammar.tentative.test(claim.plain)) return []
  const isSupposed = (stem: string) => {
    const said = near.sentences.filter(({ words }) => words.some((word) => isAlike(word.stem, stem, grammar)))
    return said.length > 0 && said.every(({ plain }) => grammar.condition.test(plain))
  }
  const past = tellingWords(matter).filter(({ raw }) => grammar.pastEnd.test(plainForm(raw)))
  return past.filter(({ stem }) => isSupposed(stem)).map(({ raw }) => unsure('condition', [raw]))
}
