import { kinds, type Kind } from './falsehoods.ts'
import type { Goal } from './goals.ts'
import { tallyOf, type Judged } from './measure.ts'
import { closenesses, type Closeness, type SetName } from './talks.ts'
import { caughtOf, totalOf, wilson, type Tally } from './tally.ts'

const TITLE_WIDTH = 46
const CELL_WIDTH = 44

export const percent = (share: number): string => `${(share * 100).toFixed(1)} %`

/** False statements per kind; the sets stand side by side. */
export function printFalse(title: string, judged: readonly Judged<Kind>[], sets: readonly SetName[]): void {
  printHead(title, sets, 'dropped unsure mended confirmed  caught')
  const promised = judged.filter(({ sort }) => sort !== 'roles exchanged')
  for (const kind of kinds) printRow(kind, sets, (set) => falseCell(tallyOf(ofSet(judged, set), kind)))
  printRow('all but roles exchanged', sets, (set) => falseCell(tallyOf(ofSet(promised, set))))
}

/** True statements per closeness. */
export function printTrue(title: string, judged: readonly Judged<Closeness>[], sets: readonly SetName[]): void {
  printHead(title, sets, 'confirmed unsure dropped')
  for (const closeness of closenesses) {
    printRow(closeness, sets, (set) => trueCell(tallyOf(ofSet(judged, set), closeness)))
  }
  printRow('all', sets, (set) => trueCell(tallyOf(ofSet(judged, set))))
}

type Misheard = { share: number; judged: readonly Judged<Closeness>[] }

/** Close true statements while words of the talk are misheard. */
export function printMisheard(rows: readonly Misheard[], sets: readonly SetName[]): void {
  printHead('close true ones by share of misheard words', sets, 'confirmed / unsure / dropped')
  for (const { share, judged } of rows) {
    printRow(`${share * 100} %`, sets, (set) => sharesCell(tallyOf(ofSet(judged, set), 'close')))
  }
}

export function printGoals(goals: readonly Goal[]): void {
  console.log('\ngoals on the talks kept apart')
  for (const { title, share, wanted, isReached } of goals) {
    console.log(
      `  ${title.padEnd(TITLE_WIDTH)}${percent(share).padStart(8)}  ${wanted}  ${isReached ? 'reached' : 'NOT REACHED'}`,
    )
  }
}

/** Statements with a wrong verdict, with their texts. */
export function printFailures(judged: readonly Judged<string>[]): void {
  for (const { sort, talk, claim, outcome } of judged) {
    const cites = claim.cites.map((cite) => cite + 1).join(',')
    console.log(`  ${outcome}  ${sort}  ${talk.name}:${cites}  ${claim.text}`)
  }
}

function printHead(title: string, sets: readonly SetName[], columns: string): void {
  console.log(`\n${title}`)
  printRow('', sets, (set) => `${set}: ${columns}`)
}

const printRow = (title: string, sets: readonly SetName[], cell: (set: SetName) => string) =>
  console.log(`  ${title.padEnd(TITLE_WIDTH)}${sets.map((set) => cell(set).padEnd(CELL_WIDTH)).join('')}`.trimEnd())

const ofSet = <Sort>(judged: readonly Judged<Sort>[], set: SetName) => judged.filter(({ talk }) => talk.set === set)

function falseCell(tally: Tally): string {
  const counts = [tally.dropped, tally.unsure, tally.mended, tally.confirmed]
  return `${counts.map((count) => String(count).padStart(4)).join(' ')}  ${shareOf(caughtOf(tally), totalOf(tally))}`
}

function trueCell(tally: Tally): string {
  const total = totalOf(tally)
  return `${tally.confirmed} of ${total}, unsure ${percent(tally.unsure / total)}, dropped ${percent(tally.dropped / total)}`
}

function sharesCell(tally: Tally): string {
  const shares = [tally.confirmed, tally.unsure, tally.dropped].map((count) => percent(count / totalOf(tally)))
  return shares.join(' / ')
}

function shareOf(count: number, total: number): string {
  const { low, high } = wilson(count, total)
  return `${percent(count / total)} of ${total} [${(low * 100).toFixed(0)}–${(high * 100).toFixed(0)}]`
}
