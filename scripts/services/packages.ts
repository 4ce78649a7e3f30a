import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'

import { findCommand } from './commands.ts'

/** A Debian package and the programs it brings; any one of them shows that the need is met. `besides` come with it. */
export type Package = { name: string; programs: readonly string[]; besides?: readonly string[] }

export const isInstalled = ({ programs }: Package) => programs.some(findCommand)

export function ensurePackages(packages: readonly Package[]): void {
  const wanted = packages.filter((one) => !isInstalled(one)).flatMap(({ name, besides = [] }) => [name, ...besides])
  const missing = [...new Set(wanted)]
  if (missing.length === 0) return
  const install = ['install', '-y', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0 || !findCommand('apt-get'))
    throw new Error(`Missing: ${missing.join(', ')}. Run as root: apt-get update && apt-get ${install.join(' ')}`)
  console.log(`installing ${missing.join(', ')}`)
  keepPostgresFromStarting()
  aptGet(['update'])
  aptGet(install)
}

// Debian's package would start a cluster on 5432 that asks for a password; ours is under the data folder.
function keepPostgresFromStarting(): void {
  if (findCommand('initdb')) return
  mkdirSync('/etc/postgresql-common/createcluster.d', { recursive: true })
  writeFileSync('/etc/postgresql-common/createcluster.d/doslovno.conf', 'create_main_cluster = false\n')
}

// Its chatter is shown only when it fails.
function aptGet(args: readonly string[]): void {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const options = { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 } as const
  const { status, stderr } = spawnSync('apt-get', ['-q', ...args], options)
  if (status !== 0) throw new Error(`apt-get ${args.join(' ')} ended with ${status}\n${stderr}`)
}
