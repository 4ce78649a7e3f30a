import type { Claim } from '@doslovno/domain/evidence/verdict.ts'

import type { Checker } from './checker.ts'
import { falsehoodsOf, type Falsehood, type Kind } from './falsehoods.ts'
import { mishear } from './misheard.ts'
import type { Closeness, Talk } from './talks.ts'
import { countOutcomes, outcomeOf, type Outcome, type Tally } from './tally.ts'

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
    talk.truths.map((truth) => ({
      sort: truth.closeness,
      talk,
      claim: truth,
      outcome: outcomeOf(check(truth, talk)),
    })),
  )

/** True statements against the talks with a share of their words misheard, several times with other words. */
export const judgeMisheard = (talks: readonly Talk[], share: number, check: Checker): Judged<Closeness>[] =>
  Array.from({ length: MISHEARD_RUNS }, (_, run) => talks.map((talk) => mishear(talk, share, run))).flatMap((heard) =>
    judgeTrue(heard, check),
  )

export const tallyOf = <Sort>(judged: readonly Judged<Sort>[], sort?: Sort): Tally =>
  countOutcomes(judged.filter((one) => sort === undefined || one.sort === sort).map(({ outcome }) => outcome))

function outcomeOfFalse({ kind, right }: Falsehood, checked: ReturnType<Checker>): Outcome {
  const outcome = outcomeOf(checked)
  const isNear = (anchor: number) => right.some((cite) => Math.abs(cite - anchor) <= MENDED_WITHIN)
  const isMended = kind === 'wrong citation' && checked.anchors.length > 0 && checked.anchors.every(isNear)
  return outcome === 'confirmed' && isMended ? 'mended' : outcome
}
