import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Sentence } from '@doslovno/domain/digest/sentence.ts'
import type { Claim } from '@doslovno/domain/evidence/verdict.ts'

import { parseNames, type Name } from './names.ts'

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

const SECONDS_PER_LETTER = 0.07
const dataDir = resolve(import.meta.dirname, 'data')

export const readData = (path: string): string => readFileSync(resolve(dataDir, path), 'utf8')

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
