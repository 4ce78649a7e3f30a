import { type ChildProcess, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { atEnd, runToEnd } from '#lab/ends.ts'
import { openFolder } from '#lab/servers.ts'
import { listFiles } from '#scripts/changed-files.ts'
import { projectRoot } from '#scripts/settings.ts'

import { flawsOf, type Mutant, mutate, namesId, readMutants } from './list.ts'

const HELP = `pnpm mutants [--id=ID,…] [--from=ID] [--to=ID] [--control]

Breaks the product one line at a time, in a copy, and runs the tests whose titles name the requirement: they must fail.
  --id=APP-1,PAY-2       only mutants of these requirements
  --from=APP-1 --to=ACC-5  these requirements and those between them in the list
  --control              breaks nothing: the same tests must pass`

/** `hung`: no end within the limit, or no process left, which a fault may do too. */
type Result = 'red' | 'hung' | 'GREEN' | 'explained' | 'no test'
type Answer = { passed: number; error?: string }

const LIMIT_MS = 300_000

const { values } = parseArgs({
  options: {
    id: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    control: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

let runner: ChildProcess | undefined

if (values.help) console.log(HELP)
else await runToEnd(main)

async function main(): Promise<void> {
  const all = readMutants()
  const flaws = flawsOf(all)
  if (flaws.length > 0) throw new Error(`The list does not fit the code:\n${flaws.join('\n')}`)
  const root = copyProject()
  const results: Result[] = []
  for (const mutant of chosenOf(all)) results.push(await judge(root, mutant))
  const count = (...wanted: Result[]) => results.filter((result) => wanted.includes(result)).length
  const [red, explained] = [count('red', 'hung'), count('explained')]
  console.log(`\n${red} of ${results.length} red, ${explained} explained, ${results.length - red - explained} survive`)
  const isGood = values.control ? count('GREEN', 'explained') === results.length : red + explained === results.length
  if (!isGood) process.exitCode = 1
}

function chosenOf(mutants: readonly Mutant[]): readonly Mutant[] {
  const ids = values.id?.split(',')
  if (ids) return mutants.filter(({ id }) => ids.includes(id))
  const first = values.from ? mutants.findIndex(({ id }) => id === values.from) : 0
  const last = values.to ? mutants.findLastIndex(({ id }) => id === values.to) : mutants.length - 1
  return mutants.slice(first, last + 1)
}

/** The working tree with its own packages; recordings and models are found beside it, as usual. */
function copyProject(): string {
  const folder = openFolder('mutants-')
  const root = join(folder, 'checkout')
  for (const file of listFiles()) cpSync(resolve(projectRoot, file), join(root, file))
  symlinkSync(resolve(projectRoot, '../shared'), join(folder, 'shared'))
  const install = ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent']
  // `CI` keeps pnpm from asking.
  const { status } = spawnSync('pnpm', install, { cwd: root, stdio: 'inherit', env: { ...process.env, CI: 'true' } })
  if (status !== 0) throw new Error('The packages cannot be installed')
  return root
}

async function judge(root: string, mutant: Mutant): Promise<Result> {
  const startedAt = performance.now()
  const file = join(root, mutant.file)
  const whole = readFileSync(file, 'utf8')
  if (!values.control) writeFileSync(file, mutate(whole, mutant))
  const answer = await runTests(root, mutant)
  const result = resultOf(mutant, answer)
  writeFileSync(file, whole)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  const [change, error] = [mutant.replace, answer?.error ?? ''].map((text) => text.replaceAll(/\s+/g, ' ').slice(0, 80))
  console.log(
    `${result.padEnd(9)} ${seconds.padStart(4)} s  ${mutant.id.padEnd(8)} ${mutant.file}: ${change}  # ${error}`,
  )
  return result
}

function resultOf({ survives }: Mutant, answer: Answer | undefined): Result {
  if (!answer) return 'hung'
  if (answer.error !== undefined) return 'red'
  if (answer.passed === 0) return 'no test'
  return survives ? 'explained' : 'GREEN'
}

/** One process runs the tests of all mutants, for starting it costs more than most tests; after a hang another one. */
async function runTests(root: string, { id, file }: Mutant): Promise<Answer | undefined> {
  runner ??= await startRunner(root)
  const left = new AbortController()
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(LIMIT_MS)])
  const answered = once(runner, 'message', { signal })
  runner.send({ file: join(root, file), ...testsOf(root, id, file) })
  try {
    const [answer] = (await Promise.race([answered, once(runner, 'exit', { signal }).then(() => [])])) as [Answer?]
    if (!answer) killRunner()
    return answer
  } catch {
    killRunner()
    return undefined
  } finally {
    left.abort()
  }
}

async function startRunner(root: string): Promise<ChildProcess> {
  const child = fork(join(root, 'lab/mutants/runner.ts'), {
    cwd: root,
    detached: true,
    // The configurations ask for it before vitest sets it.
    env: { ...process.env, VITEST: 'true' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  atEnd(killRunner)
  await once(child, 'message')
  return child
}

/** With its group: it has started a browser. */
function killRunner(): void {
  if (runner?.pid && runner.exitCode === null) process.kill(-runner.pid, 'SIGKILL')
  runner = undefined
}

/** Test files that name the requirement: those of the mutant's own room first, then those without a browser, the short. */
function testsOf(root: string, id: string, file: string): { pattern: string; tests: string[] } {
  const pattern = namesId(id)
  const room = file.split('/').slice(0, 2).join('/')
  const found = listFiles()
    .filter((path) => /\.test\.tsx?$/.test(path))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
    .filter(({ text }) => pattern.test(text))
  const cost = ({ path, text }: { path: string; text: string }) =>
    text.length + (path.includes('.browser.') ? 1e6 : 0) + (path.startsWith(room) ? 0 : 1e7)
  const ordered = found.toSorted((one, other) => cost(one) - cost(other))
  return { pattern: pattern.source, tests: ordered.map(({ path }) => join(root, path)) }
}
