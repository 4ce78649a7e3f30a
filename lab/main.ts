import { parseArgs } from 'node:util'

import { changedSince, listFiles } from '#scripts/changed-files.ts'

import { choose, digests, missingPaths, readPassed, writePassed } from './passed.ts'
import { isGreen, printTable, run } from './several.ts'

/** With `paths` CI runs the short form after a change of the proof's own files or of files that begin like these. */
type Proof = { load: () => Promise<{ main(): Promise<void> }>; paths?: readonly string[] }

const server = 'apps/server/src'
const features = `${server}/features`
const adapters = `${server}/adapters`
const platform = `${server}/platform`
const domain = 'packages/domain/src'
const shared = ['lab/servers.ts', 'lab/app.ts', 'scripts/services/']
const money = [`${features}/billing/`, `${adapters}/payments/`, `${domain}/billing/`, 'simulators/src/']

/** Runs too long for the tests; their results are kept in docs/proofs. */
const proofs: Record<string, Proof> = {
  chaos: {
    load: () => import('./proofs/chaos.ts'),
    paths: [
      ...shared,
      `${features}/transcription/`,
      `${features}/scripts/recordings/`,
      `${features}/transcripts/save.ts`,
      `${features}/billing/ledger/`,
      `${adapters}/speech/`,
      `${adapters}/storage/`,
      `${platform}/jobs.ts`,
      `${platform}/process/`,
      `${server}/worker.ts`,
      `${domain}/process/`,
    ],
  },
  faults: {
    load: () => import('./proofs/faults.ts'),
    paths: [
      ...shared,
      `${features}/accounts/`,
      `${features}/uploads/`,
      `${features}/transcription/`,
      `${features}/transcripts/`,
      `${features}/retention/`,
      `${adapters}/mail/`,
      `${adapters}/storage/`,
      `${platform}/breakers/`,
      `${platform}/http/`,
      `${platform}/limits/`,
      `${platform}/jobs.ts`,
      `${platform}/process/`,
      `${server}/app.ts`,
      `${domain}/process/`,
    ],
  },
  staleness: {
    load: () => import('./proofs/staleness.ts'),
    paths: [
      'lab/api.ts',
      `${features}/live/`,
      `${features}/library/`,
      `${platform}/listener.ts`,
      `${platform}/http/versioned.ts`,
      'apps/server/migrations/',
    ],
  },
  webhooks: {
    load: () => import('./proofs/webhooks.ts'),
    paths: [...shared, ...money, 'lab/api.ts', `${platform}/jobs.ts`],
  },
  year: { load: () => import('./proofs/year.ts'), paths: money },
  'previous-release': {
    load: () => import('./proofs/previous-release.ts'),
    paths: ['.previous-release', 'apps/server/migrations/', `${platform}/migrations.ts`, 'scripts/releases/'],
  },
  llm: { load: () => import('./proofs/llm.ts') },
  speech: { load: () => import('./proofs/speech.ts'), paths: [`${adapters}/speech/`] },
  long: { load: () => import('./proofs/long.ts') },
  eta: { load: () => import('./proofs/eta.ts') },
  speed: { load: () => import('./proofs/speed.ts') },
  uploads: { load: () => import('./proofs/uploads.ts') },
  readings: { load: () => import('./proofs/readings.ts') },
  failover: { load: () => import('./proofs/failover.ts') },
  rolling: { load: () => import('./proofs/rolling.ts') },
  image: { load: () => import('./proofs/image.ts') },
  trace: { load: () => import('./proofs/trace.ts') },
  restore: { load: () => import('./proofs/restore.ts') },
}

const HELP = `pnpm proof NAME [--short]        one of ${Object.keys(proofs).join(', ')}
pnpm proof all [--short]         one after another; with --short those that have a short form
pnpm proof changed               the short forms of those whose files changed since they last passed
pnpm proof changed --since REF   or since a commit`

const [name = ''] = process.argv.slice(2)
const proof = proofs[name]
if (proof) await (await proof.load()).main()
else if (name === 'all') runAll()
else if (name === 'changed') runChanged()
else {
  console.error(HELP)
  process.exitCode = 1
}

function runAll(): void {
  const isShort = process.argv.includes('--short')
  runAndKeep(
    Object.keys(proofs).filter((one) => !isShort || proofs[one]?.paths),
    { isShort, tries: 1 },
  )
}

/** A busy machine may fail one by chance, as with tests: each has a second try, which the log names. */
function runChanged(): void {
  const { values } = parseArgs({ allowPositionals: true, options: { since: { type: 'string' } } })
  const chosen = values.since
    ? choose(proofs, changedSince(values.since))
    : Object.entries(digests(proofs)).flatMap(([one, digest]) => (readPassed()[one] === digest ? [] : one))
  console.log(`proofs whose files changed: ${chosen.join(', ') || 'none'}`)
  runAndKeep(chosen, { isShort: true, tries: 2 })
}

/** Goes on after a failure. What passed counts for the files as they were at the start. */
function runAndKeep(names: readonly string[], options: { isShort: boolean; tries: number }): void {
  const missing = missingPaths(proofs, listFiles())
  if (missing.length > 0)
    throw new Error(`No file begins with ${missing.join(', ')}: correct the paths of lab/main.ts`)
  const before = digests(proofs)
  const results = names.map((one) => run(one, options))
  printTable(results)
  const passed = results.filter(isGreen).flatMap(({ name: one }) => (before[one] ? [[one, before[one]]] : []))
  writePassed({ ...readPassed(), ...Object.fromEntries(passed) })
  if (!results.every(isGreen)) process.exitCode = 1
}
