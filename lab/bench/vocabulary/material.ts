import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A sentence as it was said, its terms in braces, and as a model heard it. */
export type Fixture = { set: 'dev' | 'test'; voice: string; model: 'tiny' | 'base'; said: string; heard: string }

/** A term said at word `at`, in the form `words`; `term` is its nominative. */
export type Occurrence = { words: readonly string[]; at: number; term: string }
export type Reference = { words: readonly string[]; occurrences: readonly Occurrence[] }

const data = join(import.meta.dirname, 'data')
const linesOf = (name: string) => readFileSync(join(data, name), 'utf8').trim().split('\n')

export const fixtures = linesOf('fixtures.jsonl').map((line) => JSON.parse(line) as Fixture)
export const otherTerms = linesOf('terms-200.txt').slice(0, 200)
export const manyTerms = linesOf('terms-5000.txt')

export const termsOf = (set: Fixture['set']) => [
  ...new Set(
    fixtures
      .filter((fixture) => fixture.set === set)
      .flatMap(({ said }) => referenceOf(said).occurrences.map(({ term }) => term)),
  ),
]

export const toWords = (text: string) =>
  text
    .toLowerCase()
    .replaceAll('\u0451', '\u0435')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Reads «text {form|term} text {term}». */
export function referenceOf(said: string): Reference {
  const words: string[] = []
  const occurrences: Occurrence[] = []
  for (const part of said.split(/(\{[^}]*\})/u)) {
    const [form = '', term = form] = part.replace(/[{}]/gu, '').split('|')
    const own = toWords(form)
    if (part.startsWith('{')) occurrences.push({ words: own, at: words.length, term })
    words.push(...own)
  }
  return { words, occurrences }
}

const realForms = linesOf('real-terms.txt').map((line) => {
  const [form = '', term = ''] = line.split('|')
  return { words: toWords(form), term }
})

/** The names and rare words of the real recordings. */
export const realTerms = [...new Set(realForms.map(({ term }) => term))]

/** The text of a real recording, and the terms in it. */
export function referenceIn(text: string): Reference {
  const words = toWords(text)
  const occurrences = words.flatMap((_, at) =>
    realForms
      .filter((form) => form.words.every((word, offset) => words[at + offset] === word))
      .map((form) => ({ ...form, at })),
  )
  return { words, occurrences }
}

/** The words of a free Russian text, aphorisms and jokes, without the lines that name their authors. */
export function downloadCleanText(): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'clean-text-'))
  try {
    execFileSync('apt-get', ['download', 'fortunes-ru'], { cwd: folder, stdio: 'ignore' })
    const [name = ''] = readdirSync(folder)
    execFileSync('dpkg', ['-x', name, '.'], { cwd: folder })
    const texts = join(folder, 'usr/share/games/fortunes/ru')
    return readdirSync(texts)
      .filter((file) => !/\.(?:dat|u8)$/u.test(file))
      .flatMap((file) => readFileSync(join(texts, file), 'utf8').split('\n'))
      .filter((line) => line !== '%' && !/^\s+--/u.test(line))
      .flatMap((line) => line.split(/\s+/u))
      .filter((word) => /\p{Script=Cyrillic}/u.test(word))
  } finally {
    rmSync(folder, { recursive: true })
  }
}
