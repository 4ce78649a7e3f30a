import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'

import { roomOf } from '#scripts/rooms.ts'
import { projectRoot } from '#scripts/settings.ts'

/** A line with the speed of the machine, by `calibrate.ts`, then a line per test file, by `record.ts`. */
export const RECORD = resolve(projectRoot, 'test-results/cpu.jsonl')
export type Calibration = { factor: number }
export type Spent = { file: string; seconds: number }

/** Seconds by room. */
export type Budget = { readonly [room: string]: number }

const BUDGET = resolve(import.meta.dirname, 'budget.json')
export const budget = JSON.parse(readFileSync(BUDGET, 'utf8')) as Budget

/** Rooms that take less have no line. */
const LEAST_SECONDS = 2
/** One run differs from the next by less, but the first file of a process also loads the modules of the others. */
const MOST_SHARE = 1.25
const MOST_MORE_SECONDS = 5

/** Reads the record, and how many times slower than the reference this machine is. */
export function readRecord(): { factor: number; files: Spent[] } {
  if (!existsSync(RECORD)) return { factor: 1, files: [] }
  const [first = '', ...lines] = readFileSync(RECORD, 'utf8').trimEnd().split('\n')
  const files = lines.map((line) => JSON.parse(line) as Spent)
  // A file that ran again has a later line.
  const last = new Map(files.map(({ file, seconds }) => [relative(projectRoot, file), seconds]))
  return { ...(JSON.parse(first) as Calibration), files: [...last].map(([file, seconds]) => ({ file, seconds })) }
}

/** Seconds of each room as the reference machine would have taken them. */
export function addByRoom(files: readonly Spent[], factor: number): Budget {
  const rooms = Map.groupBy(files, ({ file }) => roomOf(file))
  const sums = [...rooms].map(([room, own]) => [room, own.reduce((sum, { seconds }) => sum + seconds / factor, 0)])
  return Object.fromEntries(sums) as Budget
}

/** A table of what rooms took beside their budgets, then a warning for each that took too much. */
export function compare(spent: Budget, allowed: Budget): string[] {
  const rows = Object.entries(spent)
    .filter(([, seconds]) => seconds >= LEAST_SECONDS)
    .toSorted(([, one], [, other]) => other - one)
  const warnings = rows.flatMap(([room, seconds]) => {
    const most = allowed[room] ?? LEAST_SECONDS
    if (seconds <= most * MOST_SHARE || seconds <= most + MOST_MORE_SECONDS) return []
    return `warning: tests of ${room} took ${seconds.toFixed(0)} s, their budget is ${most} s`
  })
  return [
    '  spent  budget',
    ...rows.map(([room, seconds]) => row(room, seconds, allowed[room])),
    row('in all', sumOf(spent), sumOf(allowed)),
    ...warnings,
  ]
}

/** Makes what was taken the budget. */
export function writeBudget(spent: Budget): void {
  const rows = Object.entries(spent)
    .filter(([, seconds]) => seconds >= LEAST_SECONDS)
    .map(([room, seconds]): [string, number] => [room, Math.round(seconds)])
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  writeFileSync(BUDGET, `${JSON.stringify(Object.fromEntries(rows), null, 2)}\n`)
}

function row(room: string, seconds: number, most?: number): string {
  return `${seconds.toFixed(0).padStart(7)} ${(most?.toFixed(0) ?? '').padStart(7)}  ${room}`
}

const sumOf = (rooms: Budget) => Object.values(rooms).reduce((sum, seconds) => sum + seconds, 0)
