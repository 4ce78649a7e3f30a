import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { projectRoot } from '#scripts/settings.ts'

export const MIGRATIONS = 'apps/server/migrations'

export type Release = { version: string; commit: string }

/** The release that people run while this code is written: `.previous-release` names its version and commit. */
export function previousRelease(): Release {
  const text = readFileSync(resolve(projectRoot, '.previous-release'), 'utf8')
  const [, version, commit] = /^(\d+\.\d+\.\d+) ([0-9a-f]{40})\n$/.exec(text) ?? []
  if (!version || !commit) throw new Error('.previous-release must be one line: VERSION COMMIT')
  return { version, commit }
}

/** The migrations of a release: file name → text. */
export function migrationsOf(release: Release): Map<string, string> {
  const names = git(release, ['ls-tree', '--name-only', `${release.commit}:${MIGRATIONS}`])
    .toString()
    .trim()
    .split('\n')
  return new Map(
    names.map((name) => [name, git(release, ['show', `${release.commit}:${MIGRATIONS}/${name}`]).toString()]),
  )
}

/** Writes the whole tree of a release into a folder. */
export function exportRelease(release: Release, folder: string): void {
  const archive = git(release, ['archive', '--format=tar', release.commit])
  const { status, stderr } = spawnSync('tar', ['-x', '-C', folder], { input: archive })
  if (status !== 0) throw new Error(`tar failed: ${stderr.toString()}`)
}

const ARCHIVE_BYTES = 500_000_000

function git({ version, commit }: Release, args: readonly string[]): Buffer {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: projectRoot, maxBuffer: ARCHIVE_BYTES })
  if (status === 0) return stdout
  throw new Error(
    `Release ${version} (${commit}, named by .previous-release) is not in this clone. ` +
      `Fetch the whole history: git fetch --unshallow --tags.\n${stderr.toString()}`,
  )
}
