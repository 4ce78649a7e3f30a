import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import { projectRoot } from './settings.ts'

/** Files of the working tree that are not ignored, by paths from the root. */
export function listFiles(): string[] {
  // Git lists deleted files as well.
  return git('ls-files', '--cached', '--others', '--exclude-standard').filter((file) =>
    existsSync(resolve(projectRoot, file)),
  )
}

/** Files that differ from the commit where the branch left `ref`, uncommitted ones included. */
export function changedSince(ref: string): string[] {
  const [base = ref] = git('merge-base', ref, 'HEAD')
  const tracked = git('diff', '--name-only', '--no-renames', base)
  return [...tracked, ...git('ls-files', '--others', '--exclude-standard')]
}

function git(...args: string[]): string[] {
  const text = execFileSync('git', args, { cwd: projectRoot, encoding: 'utf8', maxBuffer: 50_000_000 })
  return text.split('\n').filter(Boolean)
}
