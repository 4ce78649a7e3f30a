import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { projectRoot } from '#scripts/settings.ts'

import { findCommand } from './commands.ts'
import { aptGet } from './packages.ts'

const folder = resolve(projectRoot, '.tools/prometheus')
/** Debian package of each program that checks the files of deploy/monitoring. */
const packages = { promtool: 'prometheus', amtool: 'prometheus-alertmanager' } as const

export type Checker = keyof typeof packages

export const checkers = Object.keys(packages) as Checker[] // Object.keys forgets the names

/**
 * The path of a program that checks monitoring. Its package is unpacked, not installed: installing it would start a
 * server. Needs no root.
 */
export function findChecker(name: Checker): string {
  const installed = findCommand(name)
  if (installed) return installed
  const unpacked = join(folder, name)
  if (!existsSync(unpacked)) unpack(name)
  return unpacked
}

function unpack(name: Checker): void {
  if (!findCommand('apt-get')) throw new Error(`${name} is missing: install ${packages[name]}`)
  const temporary = mkdtempSync(join(tmpdir(), `${name}-`))
  try {
    aptGet(['download', packages[name]], { cwd: temporary })
    const [file = ''] = globSync(join(temporary, '*.deb'))
    execFileSync('dpkg', ['-x', file, temporary])
    mkdirSync(folder, { recursive: true })
    copyFileSync(join(temporary, 'usr/bin', name), join(folder, name))
  } finally {
    rmSync(temporary, { recursive: true })
  }
}
