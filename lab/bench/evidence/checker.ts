import { checkStatement, decide } from '@doslovno/domain/evidence/check-statement.ts'
import { prepareEvidence, type Evidence } from '@doslovno/domain/evidence/prepare.ts'
import { checkNames } from '@doslovno/domain/evidence/rules/name.ts'
import { checkNumbers } from '@doslovno/domain/evidence/rules/number.ts'
import type { Check, Claim } from '@doslovno/domain/evidence/verdict.ts'
import { russian } from '@doslovno/server/platform/language.ts'

import type { Talk } from './talks.ts'

/** The function under test: gives a statement about a talk a verdict and the sentences that carry it. */
export type Checker = (claim: Claim, talk: Talk) => Pick<Check, 'verdict' | 'anchors'>

/** The check of the product. */
export const fullCheck: Checker = (claim, talk) => checkStatement(claim, evidenceOf(talk), russian)

/** The same check with the rules of names and numbers alone: what the other rules are measured against. */
export const simpleCheck: Checker = (claim, talk) =>
  decide(claim, evidenceOf(talk), russian, { rules: [checkNames, checkNumbers] })

const prepared = new WeakMap<Talk, Evidence>()

function evidenceOf(talk: Talk): Evidence {
  const known = prepared.get(talk)
  if (known) return known
  const names = talk.speakers.flatMap((name, speaker): [number, string][] => (name ? [[speaker, name]] : []))
  const evidence = prepareEvidence(talk.sentences, new Map(names), russian)
  prepared.set(talk, evidence)
  return evidence
}
