import { type Case, type Finding, isSaidIn, tellingWords, unsure } from '#evidence/case.ts'
import { hasCapital } from '#evidence/prepare.ts'
import { plainForm } from '#transcript/plain-words.ts'

/** Letters of the shortest adjective worth comparing. */
const SHORTEST_QUALITY = 4

/** Rule 9. A verb that nobody said near is an event that nobody told of; a quality is somebody's judgement. */
export function checkPredicates(matter: Case): Finding[] {
  const { topic, language } = matter
  const { verbEnd, qualityEnd } = language.grammar
  const isPredicate = (word: string) => verbEnd.test(word) || (word.length >= SHORTEST_QUALITY && qualityEnd.test(word))
  return tellingWords(matter)
    .filter(({ raw, stem }) => !hasCapital(raw) && !language.lightVerbs.has(stem) && isPredicate(plainForm(raw)))
    .filter(({ stem }) => !isSaidIn(stem, topic, language))
    .map(({ raw }) => unsure('predicate', [raw]))
}
