import { fullCheck, simpleCheck } from './evidence/checker.ts'
import { goalsOf } from './evidence/goals.ts'
import { judgeFalse, judgeMisheard, judgeTrue } from './evidence/measure.ts'
import { printFailures, printFalse, printGoals, printMisheard, printTrue } from './evidence/report.ts'
import { readTalks, type SetName, type Talk } from './evidence/talks.ts'

const MISHEARD_SHARES = [0, 0.05, 0.1, 0.2, 0.3]
const EVERY_TENTH = 0.1

/**
 * `pnpm bench evidence`: how many false statements the check confirms and how many true ones it drops. `--kept`: only
 * the talks kept apart. `--show`: the statements with a wrong verdict, of the tuned talks only: reading those of the
 * others would spoil them.
 */
export function main(): Promise<void> {
  const isKeptOnly = process.argv.includes('--kept')
  const talks = readTalks().filter(({ set }) => set === 'kept' || !isKeptOnly)
  const sets: SetName[] = isKeptOnly ? ['kept'] : ['tuned', 'kept']
  printTables(talks, sets)
  if (process.argv.includes('--show')) showFailures(talks.filter(({ set }) => set === 'tuned'))
  const goals = goalsOf(measureKept(talks.filter(({ set }) => set === 'kept')))
  printGoals(goals)
  process.exitCode = goals.every(({ isReached }) => isReached) ? 0 : 1
  return Promise.resolve()
}

function printTables(talks: readonly Talk[], sets: readonly SetName[]): void {
  printFalse('false ones', judgeFalse(talks, fullCheck), sets)
  printTrue('true ones', judgeTrue(talks, fullCheck), sets)
  printFalse('false ones, by citation, names and numbers only', judgeFalse(talks, simpleCheck), sets)
  printTrue('true ones, by citation, names and numbers only', judgeTrue(talks, simpleCheck), sets)
  printMisheard(
    MISHEARD_SHARES.map((share) => ({ share, judged: judgeMisheard(talks, share, fullCheck) })),
    sets,
  )
}

function showFailures(talks: readonly Talk[]): void {
  console.log('\nfalse ones confirmed')
  printFailures(judgeFalse(talks, fullCheck).filter(({ outcome }) => outcome === 'confirmed'))
  console.log('\ntrue ones not confirmed')
  printFailures(judgeTrue(talks, fullCheck).filter(({ outcome }) => outcome !== 'confirmed'))
}

const measureKept = (talks: readonly Talk[]) => ({
  falses: judgeFalse(talks, fullCheck),
  truths: judgeTrue(talks, fullCheck),
  misheard: judgeMisheard(talks, EVERY_TENTH, fullCheck),
})
