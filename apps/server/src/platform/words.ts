import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { readWordList, type WordList } from '@doslovno/domain/vocabulary/word-list.ts'

let list: WordList | undefined

/** The words of Russian; read once per process, when they are first needed. */
export function russianWords(): WordList {
  list ??= readWordList(readFileSync(fileURLToPath(import.meta.resolve('@doslovno/words/russian.bin'))))
  return list
}
