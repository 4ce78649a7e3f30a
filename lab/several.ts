import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'

export type Result = { name: string; seconds: number; cpuSeconds: number; result: 'passed' | 'flaky' | 'failed' }

/** A short form that takes longer hangs. */
const SHORT_LIMIT = '20m'

/** Runs a proof in a process of its own; after a failure again, as often as allowed. */
export function run(name: string, { isShort, tries }: { isShort: boolean; tries: number }): Result {
  const [startedAt, cpuBefore] = [performance.now(), cpuSeconds(process.pid)]
  let failures = 0
  while (failures < tries && !isPassed(name, isShort)) {
    failures += 1
    if (failures < tries) console.log(`\nflaky: the proof ${name} failed, next try`)
  }
  return {
    name,
    seconds: (performance.now() - startedAt) / 1000,
    cpuSeconds: cpuSeconds(process.pid) - cpuBefore,
    result: failures === 0 ? 'passed' : failures < tries ? 'flaky' : 'failed',
  }
}

function isPassed(name: string, isShort: boolean): boolean {
  const proof = [process.execPath, resolve(import.meta.dirname, 'main.ts'), name]
  // `timeout` also ends the processes that the proof has started.
  const [command = '', ...args] = isShort ? ['timeout', SHORT_LIMIT, ...proof, '--short'] : proof
  console.log(`\n== the proof ${name}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

export const isGreen = ({ result }: Result) => result !== 'failed'

/** CPU seconds of the proofs' processes; their servers run apart. */
export function printTable(results: readonly Result[]): void {
  if (results.length === 0) return
  console.log(`\n${'proof'.padEnd(18)} seconds   CPU s  result`)
  for (const { name, seconds, cpuSeconds: cpu, result } of results)
    console.log(`${name.padEnd(18)} ${seconds.toFixed(0).padStart(7)} ${cpu.toFixed(0).padStart(7)}  ${result}`)
}
