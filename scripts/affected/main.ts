import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { budget } from '#scripts/budget/spent.ts'
import { changedSince, listFiles } from '#scripts/changed-files.ts'
import { projectRoot } from '#scripts/settings.ts'

import { type Choice, chooseTests } from './choose.ts'
import { readImports } from './imports.ts'

const HELP = `pnpm test:affected [--since REF] [--list]

Runs the tests that your change can break: those of the rooms you changed, of the rooms that import them, and the
checks of the whole server. Journeys are named, not run.

The change is what you have not committed; the last commit if you have committed everything.
  --since REF  everything since the branch left REF, with what you have not committed
  --list       prints the files and runs nothing`

const { values } = parseArgs({
  options: { since: { type: 'string' }, list: { type: 'boolean' }, help: { type: 'boolean' } },
})
if (values.help) console.log(HELP)
else run()

function run(): void {
  const files = listFiles()
  const changed = values.since ? changedSince(values.since) : lastChange()
  const choice = chooseTests(changed, { files, imports: readImports(files), seconds: budget })
  report(changed, choice)
  if (values.list || choice.tests.length === 0) return
  const paths = choice.tests.map((file) => resolve(projectRoot, file))
  const { status } = spawnSync('pnpm', ['exec', 'vitest', 'run', ...paths], { cwd: projectRoot, stdio: 'inherit' })
  process.exitCode = status ?? 1
}

function lastChange(): string[] {
  const uncommitted = changedSince('HEAD')
  return uncommitted.length > 0 ? uncommitted : changedSince('HEAD~1')
}

function report(changed: readonly string[], { tests, left, journeys }: Choice): void {
  console.log(`${changed.length} changed files, ${tests.length} test files:`)
  for (const file of tests) console.log(`  ${file}`)
  if (left.length > 0) console.log(`left to CI, for time: ${left.join(', ')}`)
  if (journeys.length > 0) console.log(`worth running: pnpm e2e ${journeys.join(' ')}`)
}
