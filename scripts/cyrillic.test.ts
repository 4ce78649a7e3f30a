import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { afterEach, beforeEach, describe, expect, it } from 'vitest'

import { findCyrillic, mayHoldCyrillic } from './cyrillic.ts'

let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cyrillic-'))
  execFileSync('git', ['init', '-q'], { cwd: root })
})
afterEach(() => rmSync(root, { recursive: true }))

describe('findCyrillic', () => {
  it('finds the line of a Cyrillic letter in code', () => {
    write('apps/web/src/page.tsx', 'const a = 1\nconst b = "привет"\n')

    expect(findCyrillic(root)).toEqual(['apps/web/src/page.tsx:2'])
  })

  it('finds a single Cyrillic letter that looks like a Latin one', () => {
    write('a.ts', 'const \u0441ount = 1\n')

    expect(findCyrillic(root)).toEqual(['a.ts:1'])
  })

  it('skips ignored and binary files', () => {
    write('.gitignore', 'dist\n')
    write('dist/a.js', 'привет')
    write('a.bin', '\0привет')

    expect(findCyrillic(root)).toEqual([])
  })

  it('skips a tracked file that was deleted', () => {
    write('a.ts', 'привет')
    execFileSync('git', ['add', '.'], { cwd: root })
    rmSync(join(root, 'a.ts'))

    expect(findCyrillic(root)).toEqual([])
  })
})

describe('mayHoldCyrillic', () => {
  it.each([
    'packages/texts/src/errors.ts',
    'packages/domain/src/upload/limits.test.ts',
    'apps/web/src/pages/login.test.tsx',
    'e2e/upload.ts',
    'apps/web/login.spec.ts',
    'apps/server/src/features/summaries/prompts/summary.ts',
    'README.md',
    'docs/spec.html',
  ])('allows %s', (path) => {
    expect(mayHoldCyrillic(path)).toBe(true)
  })

  it.each(['packages/domain/src/errors.ts', 'packages/textsmith/a.ts', 'apps/web/src/testing.ts', 'my-e2e/a.ts'])(
    'does not allow %s',
    (path) => {
      expect(mayHoldCyrillic(path)).toBe(false)
    },
  )
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
