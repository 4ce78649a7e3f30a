import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Sentence } from '@doslovno/domain/digest/read-sentence.ts'
import type { Claim } from '@doslovno/domain/evidence/verdict.ts'

import type { Random } from '#lab/random.ts'

/** A name with its forms in six cases. Names of one `kind` share gender and declension. */
export type Name = { kind: string; forms: readonly string[] }

/** Reads `kind|stem|ending,…` or `kind|stem|=form,…`. */
function parseNames(lines: readonly string[]): Name[] {
  return lines.map((line) => {
    const [kind = '', stem = '', endings = ''] = line.split('|')
    const forms = endings.startsWith('=') ? endings.slice(1).split(',') : endings.split(',').map((end) => stem + end)
    return { kind, forms }
  })
}

export type Word = { word: string; at: number }

/** Words of a text with their places; a hyphen belongs to the word. */
export const wordsOf = (text: string): Word[] =>
  Array.from(text.matchAll(/[\p{L}\d]+(?:-[\p{L}\d]+)*/gu), (match) => ({ word: match[0], at: match.index }))

/** The text with another word at a place. */
export const replaceAt = (text: string, { at, word }: Word, other: string): string =>
  text.slice(0, at) + other + text.slice(at + word.length)

/** Words in lower case of the cited sentences and of `around` sentences on both sides. */
export function wordsNear(sentences: readonly Sentence[], cites: readonly number[], around: number): string[] {
  const near = sentences.filter((_, index) => cites.some((cite) => Math.abs(cite - index) <= around))
  return near.flatMap((sentence) => wordsOf(sentence.text).map(({ word }) => word.toLowerCase()))
}

export const closenesses = ['close', 'freer', 'general'] as const
export type Closeness = (typeof closenesses)[number]

/** `kept`: talks that nobody tuned the check on. */
export type SetName = 'tuned' | 'kept'

type Listed = { name: string; set: SetName; template: string; speakers: string[]; origin: string; licence: string }

/** A statement that the talk supports. `verbAt`: where a negation turns it into a false one. */
export type TrueStatement = Claim & { closeness: Closeness; verbAt: number | undefined }

export type Talk = Listed & {
  sentences: readonly Sentence[]
  truths: readonly TrueStatement[]
  /** Plausible statements in the words of the talk that it does not support. */
  invented: readonly Claim[]
  names: readonly Name[]
}

/** Makes false statements of a true one; none if it has nothing to corrupt. */
export type Corrupt = (on: { truth: TrueStatement; talk: Talk; random: Random }) => Claim[]

const SECONDS_PER_LETTER = 0.07
const dataDir = resolve(import.meta.dirname, 'data')

const readData = (path: string): string => readFileSync(resolve(dataDir, path), 'utf8')

/** The talks of `data/manifest.json` with their statements. */
export function readTalks(): Talk[] {
  // The manifest is ours; `evidence.test.ts` checks its form.
  const { talks } = JSON.parse(readData('manifest.json')) as { talks: Listed[] }
  return talks.map((listed) => ({
    ...listed,
    sentences: parseSentences(readData(`${listed.name}/talk.txt`)),
    truths: linesOf(readData(`${listed.name}/true.txt`)).map(parseTruth),
    invented: linesOf(readData(`${listed.name}/invented.txt`)).map((line) => parseClaim(line.split('|'))),
    names: parseNames(linesOf(readData(`${listed.name}/names.txt`))),
  }))
}

const linesOf = (text: string) => text.split('\n').filter(Boolean)

function parseSentences(text: string): Sentence[] {
  let clock = 0
  return linesOf(text).map((line) => {
    const [speaker = '', said = ''] = line.split('|')
    const start = clock
    clock += said.length * SECONDS_PER_LETTER
    return { start, end: clock, text: said, speaker: Number(speaker) }
  })
}

function parseTruth(line: string): TrueStatement {
  const [closeness, who = '', marked = '', cites = ''] = line.split('|')
  const verbAt = marked.indexOf('*')
  return {
    ...parseClaim([who, marked.replace('*', ''), cites]),
    // `evidence.test.ts` checks that it is one of them.
    closeness: closeness as Closeness,
    verbAt: verbAt < 0 ? undefined : verbAt,
  }
}

// Files cite lines, which count from one.
function parseClaim([who = '', text = '', cites = '']: string[]): Claim {
  return { text, who: who.split(',').map(Number), cites: cites.split(',').map((cite) => Number(cite) - 1) }
}

type Lists = Record<'negationNeeded' | 'joints' | 'conjunctions' | 'approximate' | 'fractions' | 'locative' | 'dative' | 'range' | 'strangers', string[]> // prettier-ignore
type Words = Lists & {
  negation: string
  yearWord: string
  alphabet: string
  dateGroups: string[][]
  numberGroups: string[][]
  numberStems: Record<string, number>
  numberScales: Record<string, number>
  opposites: Record<string, string>
}

/** Russian words of the corruptions: a list of their own, independent of the check's. */
// The file is ours; a missing list fails the first bench.
export const words = JSON.parse(readData('words.json')) as Words

export const strangers: readonly Name[] = parseNames(words.strangers)
