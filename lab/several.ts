import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'

import { listFiles } from '#scripts/changed-files.ts'

import { proofs } from './list.ts'
import { digests, missingPaths, readPassed, writePassed } from './passed.ts'

type Options = { isShort: boolean; tries: number }
type Result = { name: string; seconds: number; cpuSeconds: number; result: 'passed' | 'flaky' | 'failed' }

/** A short form that takes longer hangs. */
const SHORT_LIMIT = '20m'

/** Runs proofs and goes on after a failure. What passed counts for the files as they were at the start. */
export function runSeveral(names: readonly string[], options: Options): void {
  const missing = missingPaths(proofs, listFiles())
  if (missing.length > 0) throw new Error(`No file begins with ${missing.join(', ')}: correct the paths of lab/list.ts`)
  const before = digests(proofs)
  const results = names.map((name) => run(name, options))
  printTable(results)
  const green = results.filter(({ result }) => result !== 'failed')
  const passed = green.flatMap(({ name }) => (before[name] ? [[name, before[name]]] : []))
  writePassed({ ...readPassed(), ...Object.fromEntries(passed) })
  if (green.length < results.length) process.exitCode = 1
}

/** Runs a proof in a process of its own; after a failure again, as often as allowed. */
function run(name: string, { isShort, tries }: Options): Result {
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
  const proof = [process.execPath, resolve(import.meta.dirname, 'main.ts'), 'proof', name]
  // `timeout` also ends the processes that the proof has started.
  const [command = '', ...args] = isShort ? ['timeout', SHORT_LIMIT, ...proof, '--short'] : proof
  console.log(`\n== the proof ${name}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status === 0
}

/** CPU seconds of the proofs' processes; their servers run apart. */
function printTable(results: readonly Result[]): void {
  if (results.length === 0) return
  console.log(`\n${'proof'.padEnd(18)} seconds   CPU s  result`)
  for (const { name, seconds, cpuSeconds: cpu, result } of results)
    console.log(`${name.padEnd(18)} ${seconds.toFixed(0).padStart(7)} ${cpu.toFixed(0).padStart(7)}  ${result}`)
}
