import type { Language } from '#language/language.ts'

import { type Case, type Finding, unsure } from './case.ts'
import { type CheckOptions, decide } from './check-statement.ts'
import type { Evidence } from './prepare.ts'
import { coverageOf, unsaidWords } from './rules/coverage.ts'
import { checkNames } from './rules/name.ts'
import { checkNumbers } from './rules/number.ts'
import { checkHollow, checkWords } from './rules/sentence.ts'
import type { Check } from './verdict.ts'

/** Topics are a few words taken from the notes, so nearly all of them must have been said. */
const ENOUGH = 0.6

export type Topic = { text: string; cites: readonly number[] }

/** Checks a topic: it has no verb and no speaker, only words, names and numbers. */
export function checkTopic(topic: Topic, evidence: Evidence, language: Language, options: CheckOptions = {}): Check {
  const claim = { ...topic, who: [] }
  return decide(claim, evidence, language, {
    ...options,
    rules: [checkNumbers, checkNames, checkCovered, checkHollow, checkWords],
  })
}

function checkCovered(matter: Case): Finding[] {
  return coverageOf(matter) >= ENOUGH ? [] : [unsure('coverage', unsaidWords(matter))]
}
