import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import { parse } from 'yaml'

import { projectRoot } from '#scripts/settings.ts'

import { isAffected, type Range } from './affected.ts'

/** An advisory in the form of OSV (https://ossf.github.io/osv-schema/). */
export type Advisory = {
  id: string
  summary?: string
  withdrawn?: string
  affected?: { package: { ecosystem: string; name: string }; ranges?: Range[]; versions?: string[] }[]
  database_specific?: { severity?: string }
}

export type Finding = { id: string; package: string; severity: string; summary: string }

/** Known vulnerabilities of the packages of a lockfile. */
export function findAdvisories(lockfile: string, advisories: Iterable<Advisory>): Finding[] {
  const versions = versionsOf(lockfile)
  const findings: Finding[] = []
  for (const { id, summary = '', withdrawn, affected = [], database_specific: about } of advisories) {
    if (withdrawn) continue
    const ours = affected.flatMap(({ package: { ecosystem, name }, ...where }) =>
      ecosystem === 'npm'
        ? (versions.get(name) ?? [])
            .filter((version) => isAffected(version, where))
            .map((version) => `${name}@${version}`)
        : [],
    )
    const severity = about?.severity ?? 'UNKNOWN'
    findings.push(...[...new Set(ours)].map((name) => ({ id, package: name, severity, summary })))
  }
  return findings
}

/** The versions of each package: pnpm may keep several. */
function versionsOf(lockfile: string): Map<string, string[]> {
  const { packages } = parse(lockfile) as { packages: Record<string, unknown> } // pnpm's own
  const keys = Object.keys(packages)
  const named = Map.groupBy(keys, (key) => key.slice(0, key.lastIndexOf('@')))
  return new Map([...named].map(([name, own]) => [name, own.map((key) => key.slice(key.lastIndexOf('@') + 1))]))
}

/** `pnpm advisories DIR`: the folder holds the database of npm as OSV publishes it, unpacked. Needs no network. */
function main([folder]: readonly string[]): void {
  const files = folder ? globSync('**/*.json', { cwd: folder }) : []
  if (!folder || files.length === 0) throw new Error('pnpm advisories DIR, where DIR holds advisories of OSV')
  const advisories = files.map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Advisory) // OSV's own
  const findings = findAdvisories(readFileSync(resolve(projectRoot, 'pnpm-lock.yaml'), 'utf8'), advisories)
  for (const finding of findings) console.log(Object.values(finding).join('\t'))
  console.log(`${findings.length} known vulnerabilities, ${files.length} advisories read`)
  if (findings.length > 0) process.exitCode = 1
}

if (import.meta.main) main(process.argv.slice(2))
