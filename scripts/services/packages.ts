import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

import { findCommand } from './commands.ts'
import { type SuitePackage, withSuitePackages } from './suites.ts'

/**
 * A Debian package and its programs, any one of which shows that it is installed. `alsoInstall` lists packages to install
 * with it. With a `suite`, only the package itself comes from there; its dependencies come from the system's own suite.
 */
export type Package = SuitePackage & { programs: readonly string[]; alsoInstall?: readonly string[] }

export const isInstalled = ({ programs }: Package) => programs.some(findCommand)

export function ensurePackages(packages: readonly Package[]): void {
  const missing = packages.filter((one) => !isInstalled(one))
  if (missing.length === 0) return
  const names = namesOf(missing)
  if (process.getuid?.() !== 0 || !findCommand('apt-get')) throw new Error(howToInstall(missing))
  console.log(`installing ${names.join(', ')}`)
  keepPostgresFromStarting()
  aptGet(['update'])
  const fromSuites = missing.filter(({ suite }) => suite)
  const own = names.filter((name) => !fromSuites.some((one) => one.name === name))
  withSuitePackages(fromSuites, aptGet, (files) => aptGet([...INSTALL, ...own, ...files]))
}

const INSTALL = ['install', '-y', '--no-install-recommends']

const namesOf = (packages: readonly Package[]) => [
  ...new Set(packages.flatMap(({ name, alsoInstall = [] }) => [name, ...alsoInstall])),
]

function howToInstall(missing: readonly Package[]): string {
  const own = namesOf(missing.filter(({ suite }) => !suite))
  const lines = [
    `Missing: ${namesOf(missing).join(', ')}.`,
    ...(own.length > 0 ? [`Run as root: apt-get update && apt-get ${[...INSTALL, ...own].join(' ')}`] : []),
    ...missing.flatMap(({ name, suite }) => (suite ? [`Install ${name}, and nothing else, from Debian ${suite}`] : [])),
  ]
  const other = findCommand('apt-get')
    ? []
    : ['Without Debian, develop in a container: docker compose -f compose.dev.yaml up']
  return [...lines, ...other].join('\n')
}

// Debian's package would start a password-protected cluster on 5432; ours is in the data folder.
function keepPostgresFromStarting(): void {
  if (findCommand('initdb')) return
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync('/etc/postgresql-common/createcluster.d/doslovno.conf', 'create_main_cluster = false\n')
}

/** Shows the output only on failure. */
export function aptGet(args: readonly string[], options: { cwd?: string } = {}): string {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const { status, stdout, stderr } = spawnSync('apt-get', ['-q', ...args], {
    ...options,
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} exited with ${status}\n${stderr}`)
  return stdout
}
