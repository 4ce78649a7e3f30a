import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { listFiles } from './changed-files.ts'
import { projectRoot } from './settings.ts'

// STYLE asks for the subject first: no comment that begins with a clause, no title that needs its `describe`.
const CLAUSES = /(?:\/\/|\/\*\*?|^\s*\*|\{\/\*)\s+(?:Who|What|Whoever|Whatever)\b/gm
const PREPOSITIONS = 'of|that|with|by|for|to|from|in|on|at|without'
const TITLES = [
  new RegExp(String.raw`\b(?:it|test)(?:\.(?!describe)\w+)*\(\s*['"${'`'}](?:${PREPOSITIONS})\b`, 'g'),
  // The title after a table: `it.each([…])('of %s', …)`.
  new RegExp(String.raw`[\])${'`'}]\)\(\s*['"](?:${PREPOSITIONS})\b`, 'g'),
]

const isCode = (path: string) => /\.(?:ts|tsx|js|css)$/.test(path)
const isTest = (path: string) => /\.(?:test|spec)\.tsx?$/.test(path)

export type Finding = { line: number; problem: string }

/** Comments that begin with a clause; in tests also titles that begin with a preposition or «that». */
export function findUnclear(path: string, text: string): Finding[] {
  const found = (pattern: RegExp, problem: string) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: text.slice(0, match.index + match[0].length).split('\n').length,
      problem,
    }))
  return [
    ...found(CLAUSES, 'a comment begins with «who» or «what»: put the subject first'),
    ...(isTest(path) ? TITLES.flatMap((pattern) => found(pattern, 'a title begins with a preposition or «that»')) : []),
  ]
}

if (import.meta.main) {
  const paths = listFiles().filter(isCode)
  for (const path of paths) {
    for (const { line, problem } of findUnclear(path, readFileSync(resolve(projectRoot, path), 'utf8'))) {
      console.error(`${path}:${line} ${problem}`)
      process.exitCode = 1
    }
  }
}
