import type { Language } from '#language/language.ts'

import { openCase, reasonsOf } from './case.ts'
import type { Evidence } from './prepare.ts'
import { checkNumbers } from './rules/number.ts'
import { checkHollow, checkSentence } from './rules/sentence.ts'
import type { Check, Claim } from './verdict.ts'

/**
 * Checks a statement about a recording in another language: words cannot be compared, so only its citation and its
 * numbers are, and whether it is a sentence. Numbers said as words are unknown there, so they are compared only where digits stand near.
 */
export function checkLink(claim: Claim, evidence: Evidence, language: Language, areTopics = false): Check {
  const cites = [...new Set(claim.cites)].filter((cite) => evidence.sentences[cite])
  if (cites.length === 0) return { verdict: 'dropped', reasons: [{ code: 'noCitation', words: [] }], anchors: [] }
  // A model may answer in the language of the recording, of which no sentence can be judged.
  const isOwn = /\p{Script=Cyrillic}/u.test(claim.text)
  const soundness = [...(isOwn && !areTopics ? [checkSentence] : []), ...(isOwn ? [checkHollow] : [])]
  const matter = openCase({ ...claim, cites }, evidence, language)
  const sound = soundness.flatMap((rule) => rule(matter))
  const numbers = matter.near.numbers.length > 0 ? checkNumbers(matter) : []
  const reasons = reasonsOf([...sound, ...numbers])
  if (sound.some(({ isContradicted }) => isContradicted)) return { verdict: 'dropped', reasons, anchors: cites }
  return { verdict: reasons.length > 0 ? 'unsure' : 'linked', reasons, anchors: cites }
}
