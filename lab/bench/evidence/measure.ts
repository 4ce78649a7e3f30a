import { checkStatement, decide } from '@doslovno/domain/evidence/check-statement.ts'
import { prepareEvidence, type Evidence } from '@doslovno/domain/evidence/prepare.ts'
import { checkNames } from '@doslovno/domain/evidence/rules/name.ts'
import { checkNumbers } from '@doslovno/domain/evidence/rules/number.ts'
import type { Check, Claim } from '@doslovno/domain/evidence/verdict.ts'
import { russian } from '@doslovno/server/platform/language.ts'

import { falsehoodsOf, mishear, type Falsehood, type Kind } from './falsehoods.ts'
import type { Closeness, Talk } from './talks.ts'

/** The function under test: gives a statement about a talk a verdict and the sentences that carry it. */
type Checker = (claim: Claim, talk: Talk) => Pick<Check, 'verdict' | 'anchors'>

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

/** Counts of verdicts. `mended`: confirmed at the right place although another one was cited. */
export type Tally = { dropped: number; unsure: number; confirmed: number; mended: number }
type Outcome = keyof Tally

/** A verdict as an outcome; `linked` confirms nothing. */
const outcomeOf = ({ verdict }: Pick<Check, 'verdict'>): Outcome => (verdict === 'linked' ? 'unsure' : verdict)

const nothing: Tally = { dropped: 0, unsure: 0, confirmed: 0, mended: 0 }

export const totalOf = (tally: Tally): number => tally.dropped + tally.unsure + tally.confirmed + tally.mended

/** False statements that the reader does not see as confirmed. */
export const caughtOf = (tally: Tally): number => tally.dropped + tally.unsure + tally.mended

const Z_95 = 1.96

/** Wilson's 95 % interval of a share. */
export function wilson(count: number, total: number): { low: number; high: number } {
  if (total === 0) return { low: 0, high: 1 }
  const share = count / total
  const square = Z_95 ** 2 / total
  const middle = (share + square / 2) / (1 + square)
  const half = (Z_95 / (1 + square)) * Math.sqrt((share * (1 - share)) / total + square / (4 * total))
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}

const MENDED_WITHIN = 2
const MISHEARD_RUNS = 5

/** One checked statement. `sort`: its kind of falsehood, or the closeness of a true one. */
export type Judged<Sort> = { sort: Sort; talk: Talk; claim: Claim; outcome: Outcome }

export const judgeFalse = (talks: readonly Talk[], check: Checker): Judged<Kind>[] =>
  talks.flatMap((talk) =>
    falsehoodsOf(talk).map((falsehood) => {
      const { kind, claim } = falsehood
      return { sort: kind, talk, claim, outcome: outcomeOfFalse(falsehood, check(claim, talk)) }
    }),
  )

export const judgeTrue = (talks: readonly Talk[], check: Checker): Judged<Closeness>[] =>
  talks.flatMap((talk) =>
    talk.truths.map((claim) => ({ sort: claim.closeness, talk, claim, outcome: outcomeOf(check(claim, talk)) })),
  )

/** True statements against the talks with a share of their words misheard, several times with other words. */
export const judgeMisheard = (talks: readonly Talk[], share: number, check: Checker): Judged<Closeness>[] =>
  Array.from({ length: MISHEARD_RUNS }, (_, run) => talks.map((talk) => mishear(talk, share, run))).flatMap((heard) =>
    judgeTrue(heard, check),
  )

export const tallyOf = <Sort>(judged: readonly Judged<Sort>[], sort?: Sort): Tally =>
  judged
    .filter((one) => sort === undefined || one.sort === sort)
    .reduce((tally, { outcome }) => ({ ...tally, [outcome]: tally[outcome] + 1 }), nothing)

function outcomeOfFalse({ kind, right }: Falsehood, checked: ReturnType<Checker>): Outcome {
  const outcome = outcomeOf(checked)
  const isNear = (anchor: number) => right.some((cite) => Math.abs(cite - anchor) <= MENDED_WITHIN)
  const isMended = kind === 'wrong citation' && checked.anchors.length > 0 && checked.anchors.every(isNear)
  return outcome === 'confirmed' && isMended ? 'mended' : outcome
}
