import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

import { findCommand } from './commands.ts'
import { borrow, type Suite } from './suites.ts'

/**
 * A Debian package and the programs it brings; any one of them shows that the need is met. `besides` come with it.
 * With a `suite` the package alone is taken from there; what it depends on comes from the system's own.
 */
export type Package = { name: string; programs: readonly string[]; besides?: readonly string[]; suite?: Suite }

export const isInstalled = ({ programs }: Package) => programs.some(findCommand)

export function ensurePackages(packages: readonly Package[]): void {
  const missing = packages.filter((one) => !isInstalled(one))
  if (missing.length === 0) return
  const names = namesOf(missing)
  if (process.getuid?.() !== 0 || !findCommand('apt-get')) throw new Error(howToInstall(missing))
  console.log(`installing ${names.join(', ')}`)
  keepPostgresFromStarting()
  aptGet(['update'])
  const borrowed = missing.filter(({ suite }) => suite)
  const own = names.filter((name) => !borrowed.some((one) => one.name === name))
  borrow(borrowed, aptGet, (files) => aptGet([...INSTALL, ...own, ...files]))
}

const INSTALL = ['install', '-y', '--no-install-recommends']

const namesOf = (packages: readonly Package[]) => [
  ...new Set(packages.flatMap(({ name, besides = [] }) => [name, ...besides])),
]

function howToInstall(missing: readonly Package[]): string {
  const own = namesOf(missing.filter(({ suite }) => !suite))
  const lines = [
    `Missing: ${namesOf(missing).join(', ')}.`,
    ...(own.length > 0 ? [`Run as root: apt-get update && apt-get ${[...INSTALL, ...own].join(' ')}`] : []),
    ...missing.flatMap(({ name, suite }) => (suite ? [`Take ${name} from Debian ${suite}, that package alone`] : [])),
  ]
  return lines.join('\n')
}

// Debian's package would start a cluster on 5432 that asks for a password; ours is under the data folder.
function keepPostgresFromStarting(): void {
  if (findCommand('initdb')) return
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync('/etc/postgresql-common/createcluster.d/doslovno.conf', 'create_main_cluster = false\n')
}

// Its chatter is shown only when it fails.
function aptGet(args: readonly string[], options: { cwd?: string } = {}): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], {
    ...options,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} ended with ${status}\n${stderr}`)
  return stdout
}
