import type { Language } from '#language/language.ts'

import { openCase } from './case.ts'
import type { Evidence } from './prepare.ts'
import { checkNumbers } from './rules/number.ts'
import type { Check, Claim } from './verdict.ts'

/**
 * Checks a statement about a recording in another language: words cannot be compared, so only its citation and its
 * numbers are. Numbers said as words are unknown there, so they are compared only where digits stand near.
 */
export function checkLink(claim: Claim, evidence: Evidence, language: Language): Check {
  const cites = [...new Set(claim.cites)].filter((cite) => evidence.sentences[cite])
  if (cites.length === 0) return { verdict: 'dropped', reasons: [{ code: 'noCitation', words: [] }], anchors: [] }
  const matter = openCase({ ...claim, cites }, evidence, language)
  const findings = matter.near.numbers.length > 0 ? checkNumbers(matter) : []
  const words = findings.flatMap((finding) => finding.words)
  if (findings.length > 0) return { verdict: 'unsure', reasons: [{ code: 'number', words }], anchors: cites }
  return { verdict: 'linked', reasons: [], anchors: cites }
}
