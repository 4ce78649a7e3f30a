import type { Language } from '#language/language.ts'

import { anchorsOf } from './anchors.ts'
import { type Case, type Finding, openCase, reasonsOf, type Rule } from './case.ts'
import { checkLink } from './check-link.ts'
import type { Evidence } from './prepare.ts'
import { checkClauses } from './rules/clause.ts'
import { checkConditions } from './rules/condition.ts'
import { checkCoverage, coverageOf } from './rules/coverage.ts'
import { checkDates } from './rules/date.ts'
import { checkFullNames } from './rules/full-name.ts'
import { checkNames } from './rules/name.ts'
import { checkNegation } from './rules/negation.ts'
import { checkNumberPlaces } from './rules/number-place.ts'
import { checkNumbers } from './rules/number.ts'
import { checkOpposites } from './rules/opposite.ts'
import { checkPredicates } from './rules/predicate.ts'
import { checkHollow, checkSentence, checkWords } from './rules/sentence.ts'
import { checkSpeakers } from './rules/speaker.ts'
import { findSentences, type Range } from './search.ts'
import type { Check, Claim, Verdict } from './verdict.ts'

/**
 * `within`: sentences where a lost citation is looked for; all unless told. `isForeign`: the recording is in another
 * language than the statement.
 */
export type CheckOptions = { within?: Range; isForeign?: boolean }

/** Compares a statement with the sentences it cites, rule by rule. */
export function checkStatement(
  claim: Claim,
  evidence: Evidence,
  language: Language,
  options: CheckOptions = {},
): Check {
  return decide(claim, evidence, language, { ...options, rules: RULES })
}

const RULES: readonly Rule[] = [
  checkNumbers,
  checkNumberPlaces,
  checkDates,
  checkNames,
  checkFullNames,
  checkNegation,
  checkOpposites,
  checkConditions,
  checkSpeakers,
  checkPredicates,
  checkClauses,
  checkCoverage,
  checkSentence,
  checkHollow,
  checkWords,
]

/** Below this a citation is taken to be wrong, and the sentences are looked for elsewhere. */
const WRONG_CITATION = 0.35

export function decide(
  claim: Claim,
  evidence: Evidence,
  language: Language,
  { within, isForeign, rules }: CheckOptions & { rules: readonly Rule[] },
): Check {
  if (isForeign) return checkLink(claim, evidence, language, !rules.includes(checkSentence))
  const matter = citedCase(claim, evidence, language, within)
  if (!matter) return { verdict: 'dropped', reasons: [{ code: 'noCitation', words: [] }], anchors: [] }
  const findings = rules.flatMap((rule) => rule(matter))
  return { verdict: verdictOf(findings), reasons: reasonsOf(findings), anchors: anchorsOf(matter) }
}

/** Rule 1. A statement without a citation is dropped unless its sentences are found. */
function citedCase(claim: Claim, evidence: Evidence, language: Language, within?: Range): Case | null {
  const cites = [...new Set(claim.cites)].filter((cite) => evidence.sentences[cite])
  const matter = openCase({ ...claim, cites }, evidence, language)
  if (cites.length > 0 && coverageOf(matter) >= WRONG_CITATION) return matter
  const found = findSentences(matter, within ?? { from: 0, to: evidence.sentences.length })
  if (found.length > 0) return openCase({ ...claim, cites: found }, evidence, language)
  return cites.length > 0 ? matter : null
}

function verdictOf(findings: readonly Finding[]): Verdict {
  if (findings.some(({ isContradicted }) => isContradicted)) return 'dropped'
  return findings.length > 0 ? 'unsure' : 'confirmed'
}
