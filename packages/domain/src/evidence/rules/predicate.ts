import { type Case, type Finding, isSaidIn, tellingWords, unsure } from '#evidence/case.ts'
import { hasCapital } from '#evidence/prepare.ts'
import { plainForm } from '#transcript/plain-words.ts'

/** Rule 9. A verb that nobody said near is an event that nobody told of. */
export function checkPredicates(matter: Case): Finding[] {
  const { topic, language } = matter
  const verbs = tellingWords(matter).filter(
    ({ raw, stem }) =>
      !hasCapital(raw) && !language.lightVerbs.has(stem) && language.grammar.verbEnd.test(plainForm(raw)),
  )
  return verbs.filter(({ stem }) => !isSaidIn(stem, topic, language)).map(({ raw }) => unsure('predicate', [raw]))
}
