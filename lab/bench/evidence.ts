import { words } from '#lab/arguments.ts'
import { percent, printHead, printRow } from '#lab/figures.ts'
import { mark } from '#lab/marks.ts'

import { type Kind, kinds } from './evidence/falsehoods.ts'
import { caughtOf, fullCheck, judgeFalse, judgeMisheard, judgeTrue, type Judged, simpleCheck, type Tally, tallyOf, totalOf, wilson } from './evidence/measure.ts' // prettier-ignore
import { type Closeness, closenesses, readTalks, type SetName, type Talk } from './evidence/talks.ts'

const MISHEARD_SHARES = [0, 0.05, 0.1, 0.2, 0.3]
const EVERY_TENTH = 0.1
const CAUGHT: [number, Kind[]][] = [
  [0.95, ['invented', 'half invented', 'number', 'date', 'unknown name', 'other speaker']],
  [0.85, ['negation added', 'negation removed', 'opposite']],
]
const CAUGHT_OVERALL = 0.92
const TRUE_DROPPED = 0.02
const TRUE_DROPPED_MISHEARD = 0.03
const CLOSE_UNSURE = 0.2

const isKeptOnly = words.includes('--kept')
const sets: SetName[] = isKeptOnly ? ['kept'] : ['tuned', 'kept']

/**
 * How many false statements the check confirms and how many true ones it drops. `--kept`: only the talks kept apart.
 * `--show`: the statements with a wrong verdict, of the tuned talks only: reading those of the others would spoil them.
 */
export function main(): void {
  const talks = readTalks().filter(({ set }) => set === 'kept' || !isKeptOnly)
  printFalse('false ones', judgeFalse(talks, fullCheck))
  printTrue('true ones', judgeTrue(talks, fullCheck))
  printFalse('false ones, by citation, names and numbers only', judgeFalse(talks, simpleCheck))
  printTrue('true ones, by citation, names and numbers only', judgeTrue(talks, simpleCheck))
  printMisheard(talks)
  if (words.includes('--show')) showFailures(talks.filter(({ set }) => set === 'tuned'))
  judge(talks.filter(({ set }) => set === 'kept'))
}

/** Goals for the talks kept apart. Exchanged roles are printed without a goal. */
function judge(talks: readonly Talk[]): void {
  const [falses, truths] = [judgeFalse(talks, fullCheck), judgeTrue(talks, fullCheck)]
  const caught = (title: string, tally: Tally, least: number) => {
    const share = caughtOf(tally) / totalOf(tally)
    mark(`caught, ${title} ≥ ${percent(least, 0)}`, percent(share), share >= least)
  }
  const atMost = (title: string, share: number, most: number) =>
    mark(`${title} ≤ ${percent(most, 0)}`, percent(share), share <= most)
  const dropped = (tally: Tally) => tally.dropped / totalOf(tally)
  for (const [least, ofKinds] of CAUGHT) for (const kind of ofKinds) caught(kind, tallyOf(falses, kind), least)
  caught('all kinds but exchanged roles', tallyOf(promisedOf(falses)), CAUGHT_OVERALL)
  atMost('true ones dropped', dropped(tallyOf(truths)), TRUE_DROPPED)
  const misheard = tallyOf(judgeMisheard(talks, EVERY_TENTH, fullCheck))
  atMost('true ones dropped, every tenth word misheard', dropped(misheard), TRUE_DROPPED_MISHEARD)
  const close = tallyOf(truths, 'close')
  atMost('close ones unsure', close.unsure / totalOf(close), CLOSE_UNSURE)
}

const promisedOf = (falses: readonly Judged<Kind>[]) => falses.filter(({ sort }) => sort !== 'roles exchanged')

/** The sets stand side by side. */
function printTable(
  title: string,
  columns: string,
  rows: readonly string[],
  cell: (row: string, set: SetName) => string,
) {
  printHead(title, ['', ...sets.map((set) => `${set}: ${columns}`)])
  for (const row of rows) printRow([row, ...sets.map((set) => cell(row, set))])
}

const ofSet = <Sort>(judged: readonly Judged<Sort>[], set: SetName) => judged.filter(({ talk }) => talk.set === set)

/** False statements per kind. */
function printFalse(title: string, judged: readonly Judged<Kind>[]): void {
  printTable(title, 'dropped, unsure, mended, confirmed; caught', [...kinds, 'all but roles exchanged'], (row, set) => {
    const kind = kinds.find((one) => one === row)
    const tally = kind ? tallyOf(ofSet(judged, set), kind) : tallyOf(ofSet(promisedOf(judged), set))
    const [count, total] = [caughtOf(tally), totalOf(tally)]
    const { low, high } = wilson(count, total)
    const counts = [tally.dropped, tally.unsure, tally.mended, tally.confirmed].join(', ')
    return `${counts}; ${percent(count / total)} of ${total} [${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}]`
  })
}

/** True statements per closeness. */
function printTrue(title: string, judged: readonly Judged<Closeness>[]): void {
  printTable(
    title,
    'confirmed, unsure, dropped',
    [...closenesses, 'all'],
    (row, set) =>
    sharesOf(tallyOf(ofSet(judged, set), closenesses.find((one) => one === row))), // prettier-ignore
  )
}

/** Close true statements while words of the talk are misheard. */
function printMisheard(talks: readonly Talk[]): void {
  const rows = new Map(MISHEARD_SHARES.map((share) => [percent(share, 0), judgeMisheard(talks, share, fullCheck)]))
  printTable('close true ones by share of misheard words', 'confirmed, unsure, dropped', [...rows.keys()], (row, set) =>
    sharesOf(tallyOf(ofSet(rows.get(row) ?? [], set), 'close')),
  )
}

function sharesOf(tally: Tally): string {
  const total = totalOf(tally)
  return `${[tally.confirmed, tally.unsure, tally.dropped].map((count) => percent(count / total)).join(', ')} of ${total}`
}

function showFailures(talks: readonly Talk[]): void {
  console.log('\nfalse ones confirmed')
  printFailures(judgeFalse(talks, fullCheck).filter(({ outcome }) => outcome === 'confirmed'))
  console.log('\ntrue ones not confirmed')
  printFailures(judgeTrue(talks, fullCheck).filter(({ outcome }) => outcome !== 'confirmed'))
}

/** Statements with a wrong verdict, with their texts. */
function printFailures(judged: readonly Judged<string>[]): void {
  for (const { sort, talk, claim, outcome } of judged) {
    const cites = claim.cites.map((cite) => cite + 1).join(',')
    console.log(`  ${outcome}  ${sort}  ${talk.name}:${cites}  ${claim.text}`)
  }
}
