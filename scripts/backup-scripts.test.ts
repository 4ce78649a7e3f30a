import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const deploy = resolve(import.meta.dirname, '../deploy/backup')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backup-scripts-'))
  for (const name of ['bin', 'metrics', 'work']) mkdirSync(join(folder, name))
  for (const name of ['pgbackrest', 'pg_ctl', 'pg_dump']) program(name, 'exit 0')
  program('psql', 'echo doslovno')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Stands in for a program of pgBackRest or PostgreSQL; `pnpm proof restore` runs the scripts with the real ones. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 })
}

function run(script: string, ...args: string[]): number | null {
  const bin = join(folder, 'bin')
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    PG_BIN: bin,
    TEXTFILE_DIR: join(folder, 'metrics'),
    VERIFY_DIR: join(folder, 'work'),
  }
  return spawnSync(join(deploy, script), args, { env }).status
}

const metrics = () => readdirSync(join(folder, 'metrics')).toSorted()
const metric = (name: string) => readFileSync(join(folder, 'metrics', `${name}.prom`), 'utf8')

describe('a backup', () => {
  it('reports the time of its success', () => {
    expect(run('backup.sh', 'diff')).toBe(0)
    expect(metric('backup_last_success_timestamp_seconds')).toMatch(/^backup_last_success_timestamp_seconds \d{10}$/m)
  })

  it('reports nothing if it failed, or if WAL does not arrive', () => {
    for (const failing of ['backup', 'check']) {
      program('pgbackrest', `case "$*" in *${failing}) exit 1 ;; esac`)

      expect(run('backup.sh', 'full')).not.toBe(0)
      expect(metrics()).toEqual([])
    }
  })

  it('is one of three kinds', () => {
    expect([run('backup.sh'), run('backup.sh', 'all')]).toEqual([2, 2])
  })
})

describe('the test of a backup', () => {
  it('reports its time and how long the restore took, and leaves no copy behind', () => {
    expect(run('verify.sh')).toBe(0)
    expect(metrics()).toEqual(['backup_last_verified_timestamp_seconds.prom', 'backup_restore_seconds.prom'])
    expect(readdirSync(join(folder, 'work'))).toEqual([])
  })

  it('reports nothing if the copy cannot be restored, started or read', () => {
    for (const [name, script] of [
      ['pgbackrest', 'exit 1'],
      ['pg_ctl', 'exit 1'],
      ['pg_dump', 'exit 1'],
    ] as const) {
      // prettier-ignore
      program(name, script)

      expect(run('verify.sh')).not.toBe(0)
      expect([metrics(), readdirSync(join(folder, 'work'))]).toEqual([[], []])
      program(name, 'exit 0')
    }
  })
})
