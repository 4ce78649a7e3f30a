import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import { plainForm } from '@doslovno/domain/transcript/words.ts'
import { writeWordList } from '@doslovno/domain/vocabulary/word-list.ts'
import dictionary from 'dictionary-ru'

import { projectRoot } from './settings.ts'

/** Entries of a file of Tesseract's trained data. */
const WORD_GRAPH = 19
const LETTERS = 21
/** Flags of an edge: the last of its node, the last of a word. */
const LAST_OF_NODE = 1n
const ENDS_WORD = 4n

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

/** The frequent Russian words that Tesseract comes with, downloaded as a package of Debian. */
function downloadFrequentWords(): Set<string> {
  const folder = mkdtempSync(join(tmpdir(), 'word-list-'))
  try {
    execFileSync('apt-get', ['download', 'tesseract-ocr-rus'], { cwd: folder, stdio: 'ignore' })
    const [name = ''] = readdirSync(folder)
    execFileSync('dpkg', ['-x', name, '.'], { cwd: folder })
    const [data = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.traineddata'),
    )
    return readFrequentWords(readFileSync(join(folder, data)))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function readFrequentWords(data: Buffer): Set<string> {
  const letters = entryOf(data, LETTERS)
    .toString('utf8')
    .split('\n')
    .slice(1)
    .map((line) => line.split(' ')[0] ?? '')
  const graph = entryOf(data, WORD_GRAPH)
  const flagsAt = BigInt(Math.ceil(Math.log2(graph.readInt32LE(2) + 1)))
  const edgeAt = (index: number) => {
    const edge = graph.readBigUInt64LE(10 + index * 8)
    return {
      letter: letters[Number(edge & ((1n << flagsAt) - 1n))] ?? '',
      flags: edge >> flagsAt,
      next: Number(edge >> (flagsAt + 3n)),
    }
  }
  const words = new Set<string>()
  const walk = (node: number, before: string) => {
    for (let index = node; ; index++) {
      const { letter, flags, next } = edgeAt(index)
      if (flags & ENDS_WORD) words.add(before + letter)
      if (next > 0) walk(next, before + letter)
      if (flags & LAST_OF_NODE) return
    }
  }
  walk(0, '')
  return words
}

/** The file begins with the number of its entries and where each starts, below zero if it is absent. */
function entryOf(data: Buffer, entry: number): Buffer {
  const starts = Array.from({ length: data.readInt32LE(0) }, (_, index) => Number(data.readBigInt64LE(4 + index * 8)))
  const start = starts[entry] ?? -1
  const end = Math.min(...starts.filter((other) => other > start), data.length)
  return data.subarray(start, end)
}

/** A rule of an affix file: what it takes off and puts on, for words that match its condition. */
type Rule = { strip: string; add: string; condition: RegExp }

/** Every entry of a hunspell dictionary with all its forms. The Russian one has suffixes only. */
export function* expandDictionary(affixes: string, entries: string): Generator<[entry: string, forms: Set<string>]> {
  const rules = rulesOf(affixes)
  for (const line of entries.split('\n').slice(1)) {
    const [word = '', flags = ''] = line.trim().split('/')
    if (!word) continue
    const own = Array.from(flags).flatMap((flag) => rules.get(flag) ?? [])
    yield [word, formsOf(word, own)]
  }
}

function formsOf(word: string, rules: readonly Rule[]): Set<string> {
  const forms = new Set([word])
  for (const { strip, add, condition } of rules)
    if (word.endsWith(strip) && condition.test(word)) forms.add(word.slice(0, word.length - strip.length) + add)
  return forms
}

function rulesOf(affixes: string): Map<string, Rule[]> {
  const rules = new Map<string, Rule[]>()
  for (const line of affixes.split('\n')) {
    const [kind, flag, strip, add, condition] = line.trim().split(/\s+/)
    if (kind !== 'SFX' || !flag || !strip || !add || !condition) continue
    const rule = { strip: affixText(strip), add: affixText(add), condition: new RegExp(`${condition}$`, 'u') }
    rules.set(flag, [...(rules.get(flag) ?? []), rule])
  }
  return rules
}

/** Zero stands for nothing. */
const affixText = (affix: string) => (affix === '0' ? '' : affix)

if (import.meta.main) main()
