import type { Kind } from './falsehoods.ts'
import { kinds } from './falsehoods.ts'
import { tallyOf, type Judged } from './measure.ts'
import type { Closeness } from './talks.ts'
import { caughtOf, totalOf, type Tally } from './tally.ts'

export type Goal = { title: string; share: number; wanted: string; isReached: boolean }

const CAUGHT: [number, Kind[]][] = [
  [0.95, ['invented', 'half invented', 'number', 'date', 'unknown name', 'other speaker']],
  [0.85, ['negation added', 'negation removed', 'opposite']],
]
const CAUGHT_OVERALL = 0.92
const TRUE_DROPPED = 0.02
const TRUE_DROPPED_MISHEARD = 0.03
const CLOSE_UNSURE = 0.2

type Measured = { falses: Judged<Kind>[]; truths: Judged<Closeness>[]; misheard: Judged<Closeness>[] }

/** Goals for the talks kept apart. Exchanged roles are printed without a goal. */
export function goalsOf({ falses, truths, misheard }: Measured): Goal[] {
  const promised = falses.filter(({ sort }) => sort !== 'roles exchanged')
  const close = tallyOf(truths, 'close')
  return [
    ...CAUGHT.flatMap(([least, ofKinds]) =>
      kinds.filter((kind) => ofKinds.includes(kind)).map((kind) => caught(kind, tallyOf(falses, kind), least)),
    ),
    caught('all kinds but exchanged roles', tallyOf(promised), CAUGHT_OVERALL),
    atMost('true ones dropped', droppedShare(tallyOf(truths)), TRUE_DROPPED),
    atMost('true ones dropped, every tenth word misheard', droppedShare(tallyOf(misheard)), TRUE_DROPPED_MISHEARD),
    atMost('close ones unsure', close.unsure / totalOf(close), CLOSE_UNSURE),
  ]
}

function caught(title: string, tally: Tally, least: number): Goal {
  const share = caughtOf(tally) / totalOf(tally)
  return { title: `caught: ${title}`, share, wanted: `≥ ${least * 100} %`, isReached: share >= least }
}

const atMost = (title: string, share: number, most: number): Goal => ({
  title,
  share,
  wanted: `≤ ${most * 100} %`,
  isReached: share <= most,
})

const droppedShare = (tally: Tally) => tally.dropped / totalOf(tally)
