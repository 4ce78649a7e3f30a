import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { projectRoot } from './settings.ts'

// Code is in English; the product's Russian stays in packages/texts, where it can be reviewed as a whole.
const allowed = [
  /^packages\/texts\//,
  /\.test\.tsx?$/,
  /\.spec\.ts$/,
  /^apps\/server\/test\//,
  /^e2e\//,
  // Visits pages as a journey does.
  /^lab\/proofs\/install\/visit\.ts$/,
  /^lab\/mutants\/list\.jsonl$/,
  /^lab\/bench\/evidence\/data\//,
  /^lab\/bench\/vocabulary\/data\//,
  /^packages\/sample\//,
  /(^|\/)prompts\//,
  /(^|\/)docs\//,
  // Generated from texts, and recorded replies.
  /^packages\/client\/src\/api\.ts$/,
  /^apps\/server\/src\/features\/api-docs\/examples\.json$/,
  /\.md$/,
]

export const mayHoldCyrillic = (path: string) => allowed.some((pattern) => pattern.test(path))

/** Every line with a Cyrillic letter outside the allowed files, as file:line. */
export function findCyrillic(root: string): string[] {
  return listFiles(root)
    .filter((path) => !mayHoldCyrillic(path))
    .flatMap((path) => linesWithCyrillic(readText(resolve(root, path))).map((line) => `${path}:${line}`))
}

export const linesWithCyrillic = (text: string): number[] =>
  text.split('\n').flatMap((line, index) => (/\p{Script=Cyrillic}/u.test(line) ? [index + 1] : []))

// Tracked and untracked files, without ignored and deleted ones.
function listFiles(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
  return listed.split('\0').filter((path) => path && existsSync(resolve(root, path)))
}

// Like git, takes a file with a zero byte for binary.
function readText(path: string): string {
  const bytes = readFileSync(path)
  return bytes.subarray(0, 8000).includes(0) ? '' : bytes.toString('utf8')
}

if (import.meta.main) {
  const found = findCyrillic(projectRoot)
  for (const line of found) console.error(`${line} has a Cyrillic letter; Russian belongs in packages/texts`)
  process.exitCode = found.length > 0 ? 1 : 0
}
