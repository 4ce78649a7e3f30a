import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { cpuSeconds } from '@doslovno/server/test/cpu-seconds.ts'

import { changedSince, listFiles } from '#scripts/changed-files.ts'

import { words } from './arguments.ts'
import { runToEnd } from './ends.ts'
import { benches, proofs, type Task } from './list.ts'
import { printVerdict } from './marks.ts'
import { choose, digests, missingPaths, readPassed, writePassed } from './passed.ts'

/** A short form that takes longer hangs. */
const SHORT_LIMIT = '20m'

/** `pnpm bench NAME …`, `pnpm proof NAME …`. */
const [room, name = ''] = process.argv.slice(2)
const [tasks, folder] = room === 'bench' ? [benches, 'bench'] : [proofs, 'proofs']

if (tasks[name]) await runToEnd(runOne)
else if (tasks === proofs && name === 'all') runAll()
else if (tasks === proofs && name === 'changed') runChanged()
else {
  console.error(helpOf(tasks))
  process.exitCode = 1
}

async function runOne(): Promise<void> {
  const task = (await import(`./${folder}/${name}.ts`)) as { main(): Promise<void> | void }
  await task.main()
  printVerdict()
}

function runAll(): void {
  const isShort = words.includes('--short')
  runSeveral(
    Object.keys(proofs).filter((one) => !isShort || proofs[one]?.paths),
    { isShort, tries: 1 },
  )
}

/** A busy machine may fail one by chance, as with tests: each has a second try, which the log names. */
function runChanged(): void {
  const { since } = parseArgs({ allowPositionals: true, options: { since: { type: 'string' } } }).values
  const chosen = since
    ? choose(proofs, changedSince(since))
    : Object.entries(digests(proofs)).flatMap(([one, digest]) => (readPassed()[one] === digest ? [] : one))
  console.log(`proofs whose files changed: ${chosen.join(', ') || 'none'}`)
  runSeveral(chosen, { isShort: true, tries: 2 })
}

function helpOf(listed: Readonly<Record<string, Task>>): string {
  const lines = Object.entries(listed).map(([one, { about }]) => `pnpm ${room} ${one.padEnd(18)}${about}`)
  if (listed === benches) return lines.join('\n')
  return `${lines.join('\n')}

pnpm proof NAME --short          the short form, if there is one
pnpm proof all [--short]         one after another; with --short those that have a short form
pnpm proof changed               the short forms of those whose files changed since they last passed
pnpm proof changed --since REF   or since a commit`
}

type Options = { isShort: boolean; tries: number }
type Result = { name: string; seconds: number; cpuSeconds: number; result: 'passed' | 'flaky' | 'failed' }

/** Runs proofs and goes on after a failure. What passed counts for the files as they were at the start. */
function runSeveral(names: readonly string[], options: Options): void {
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
