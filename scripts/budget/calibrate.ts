import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import { type Calibration, RECORD } from './spent.ts'

/**
 * `node scripts/budget/calibrate.ts`: begins a record of CPU seconds with the speed of this machine, measured by fixed
 * work. Budgets are CPU seconds of a machine that needs `REFERENCE_SECONDS` for it: a busy or slower one needs more.
 */
const REFERENCE_SECONDS = 1.4
const ROUNDS = 12
const WORDS = 60_000

const started = process.cpuUsage()
let size = 0
for (let round = 0; round < ROUNDS; round++) size += work(round)
const { user, system } = process.cpuUsage(started)
const calibration: Calibration = { factor: (user + system) / 1e6 / REFERENCE_SECONDS }
mkdirSync(dirname(RECORD), { recursive: true })
writeFileSync(RECORD, `${JSON.stringify(calibration)}\n`)
console.log(`this machine needs ${calibration.factor.toFixed(2)} × the CPU seconds of the reference (${size})`)

function work(round: number): number {
  const counts = new Map<string, number>()
  for (let index = 0; index < WORDS; index++) {
    const word = ((index * 7919 + round) % 50_021).toString(36)
    counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  const sorted = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  return JSON.stringify(JSON.parse(JSON.stringify(sorted))).length
}
