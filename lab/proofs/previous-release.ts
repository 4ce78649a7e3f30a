import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { OUTSIDE } from '@doslovno/server/platform/migrations.ts'

import { isShort } from '#lab/arguments.ts'
import { log, mark } from '#lab/marks.ts'
import { openFolder } from '#lab/servers.ts'
import { exportRelease, MIGRATIONS, previousRelease, type Release } from '#scripts/releases/previous.ts'
import { projectRoot } from '#scripts/settings.ts'

/** Quick files that together read and write most tables. */
const QUICK = [
  'src/features/accounts/accounts.test.ts',
  'src/features/sessions/sessions.test.ts',
  'src/features/second-factors/second-factors.test.ts',
  'src/features/api-keys/api-keys.test.ts',
  'src/features/scripts/scripts.test.ts',
  'src/features/transcripts/transcripts.test.ts',
  'src/features/billing/ledger/ledger.test.ts',
  'src/features/billing/promo/promo.test.ts',
  'src/features/spending/spending.test.ts',
  'src/features/notifications/notifications.test.ts',
  'src/features/webhooks/endpoints.test.ts',
  'src/platform/jobs.test.ts',
]

/** A column that the last release reads and writes in every test of accounts. */
const BREAKING = 'alter table users rename column name to first_name;\n'

/** The old code migrates its databases itself, with our migrations in the place of its own. */
export function main(): void {
  const release = previousRelease()
  const checkout = prepare(release, openFolder('previous-release-'))
  log(`release ${release.version} (${release.commit.slice(0, 10)}) with our migrations:`)
  log(newMigrations(checkout).join(', ') || 'none of them is new')
  layMigrations(checkout)
  const isGreen = runTests(checkout, isShort ? QUICK : [])
  mark('tests of the previous release on our schema', isGreen ? 'green' : 'red', isGreen)
  if (isShort) return
  writeFileSync(join(checkout, MIGRATIONS, '9999_breaking.sql'), BREAKING)
  const isRed = !runTests(checkout, ['src/features/scripts/scripts.test.ts'])
  mark('control: a migration that renames a column turns the tests red', isRed ? 'red' : 'green', isRed)
}

/** The tree of the release with its own packages; recordings and models are found beside it, as usual. */
function prepare(release: Release, folder: string): string {
  const checkout = join(folder, 'checkout')
  mkdirSync(checkout)
  exportRelease(release, checkout)
  symlinkSync(resolve(projectRoot, '../shared'), join(folder, 'shared'))
  const status = run('pnpm', ['install', '--frozen-lockfile', '--prefer-offline', '--reporter=silent'], checkout)
  if (status !== 0) throw new Error('The packages of the previous release cannot be installed')
  return checkout
}

function newMigrations(checkout: string): string[] {
  const old = new Set(readdirSync(join(checkout, MIGRATIONS)))
  return readdirSync(resolve(projectRoot, MIGRATIONS)).filter((name) => !old.has(name))
}

function layMigrations(checkout: string): void {
  const target = join(checkout, MIGRATIONS)
  rmSync(target, { recursive: true })
  mkdirSync(target)
  for (const name of readdirSync(resolve(projectRoot, MIGRATIONS))) {
    const sql = readFileSync(resolve(projectRoot, MIGRATIONS, name), 'utf8')
    // The old code may not know files outside a transaction; an empty database needs none.
    writeFileSync(join(target, name), sql.startsWith(OUTSIDE) ? sql.replaceAll(' concurrently', '') : sql)
  }
}

function runTests(checkout: string, files: readonly string[]): boolean {
  return run('pnpm', ['exec', 'vitest', 'run', '--project', 'server', '--reporter=dot', ...files], checkout) === 0
}

function run(command: string, args: readonly string[], cwd: string): number {
  // `CI` keeps pnpm from asking.
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit', env: { ...process.env, CI: 'true' } })
  if (error) throw error
  return status ?? 1
}
