import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'

import { plainForm } from '@doslovno/domain/transcript/words.ts'
import { writeWordList } from '@doslovno/domain/vocabulary/word-list.ts'
import dictionary from 'dictionary-ru'

import { projectRoot } from './settings.ts'
import { expandDictionary } from './word-list/expand.ts'
import { downloadFrequentWords } from './word-list/frequent-words.ts'

export const WORD_LIST_FILE = resolve(projectRoot, 'packages/words/russian.bin')

/** `pnpm words` builds the list of Russian words; with `--check` it only compares the list with the one in place. */
function main(): void {
  const { ordinary, rare } = collectWords()
  const built = writeWordList(ordinary, rare)
  console.log(`${ordinary.size} ordinary, ${rare.size} rare forms, ${built.length} bytes, sha256 ${sha256(built)}`)
  if (!process.argv.includes('--check')) return writeFileSync(WORD_LIST_FILE, built)
  if (sha256(built) === sha256(readFileSync(WORD_LIST_FILE))) return
  console.error(`${WORD_LIST_FILE} is not what its sources give`)
  process.exitCode = 1
}

/** All forms of the dictionary's words. Those of a capitalised entry are rare: names. */
function collectWords(): { ordinary: Set<string>; rare: Set<string> } {
  const frequent = new Set([...downloadFrequentWords()].map(plainForm))
  const ordinary = new Set<string>()
  const rare = new Set<string>()
  for (const [entry, forms] of expandDictionary(textOf(dictionary.aff), textOf(dictionary.dic))) {
    const isName = /^\p{Lu}/u.test(entry)
    for (const form of [...forms].map(plainForm)) (frequent.has(form) && !isName ? ordinary : rare).add(form)
  }
  return { ordinary, rare: new Set([...rare].filter((form) => !ordinary.has(form))) }
}

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

if (import.meta.main) main()
