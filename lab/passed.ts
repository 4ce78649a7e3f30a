import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { listFiles } from '#scripts/changed-files.ts'
import { projectRoot } from '#scripts/settings.ts'

/** Name of a proof → digest of the files it depends on. */
export type Digests = Readonly<Record<string, string>>

type Paths = Readonly<Record<string, { paths?: readonly string[] }>>

const PASSED = resolve(import.meta.dirname, 'passed.json')

/** The files with which each proof last passed. Committed: a fresh clone has no other memory. */
export const readPassed = () => JSON.parse(readFileSync(PASSED, 'utf8')) as Digests

export function writePassed(passed: Digests): void {
  writeFileSync(PASSED, `${JSON.stringify(passed, null, 2)}\n`)
}

/** Proofs with a short form that depend on one of these files. */
export function choose(proofs: Paths, files: readonly string[]): string[] {
  return Object.keys(proofs).filter((name) => filesOf(proofs, name, files).length > 0)
}

/** Digests of the files as they are now. */
export function digests(proofs: Paths): Digests {
  const files = listFiles().toSorted()
  const names = Object.keys(proofs).filter((name) => proofs[name]?.paths)
  return Object.fromEntries(names.map((name) => [name, digestOf(filesOf(proofs, name, files))]))
}

function filesOf(proofs: Paths, name: string, files: readonly string[]): string[] {
  const paths = proofs[name]?.paths
  if (!paths) return []
  const prefixes = [`lab/proofs/${name}.ts`, `lab/proofs/${name}/`, ...paths]
  // Tests and documents change nothing that a proof runs.
  return files.filter((file) => prefixes.some((prefix) => file.startsWith(prefix)) && !/\.test\.ts$|\.md$/.test(file))
}

/** Paths of which nothing is left: a moved folder would otherwise go unproven. */
export function missingPaths(proofs: Paths, files: readonly string[]): string[] {
  const paths = Object.values(proofs).flatMap((proof) => proof.paths ?? [])
  return paths.filter((path) => !files.some((file) => file.startsWith(path)))
}

function digestOf(files: readonly string[]): string {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(resolve(projectRoot, file)))
      .update('\0')
  return hash.digest('hex').slice(0, 16)
}
