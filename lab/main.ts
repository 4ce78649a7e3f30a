import { parseArgs } from 'node:util'

import { changedSince } from '#scripts/changed-files.ts'

import { words } from './arguments.ts'
import { runToEnd } from './ends.ts'
import { benches, proofs, type Task } from './list.ts'
import { printVerdict } from './marks.ts'
import { choose, digests, readPassed } from './passed.ts'
import { runSeveral } from './several.ts'

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
