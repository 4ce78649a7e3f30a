import type { ContentWord } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import type { NumberIn } from '#language/numbers.ts'

import { isAlike } from './alike.ts'
import { holdsName, namesOf } from './names.ts'
import type { Evidence } from './prepare.ts'
import { type Heard, type ReadText, readText } from './read.ts'
import type { Claim, Reason } from './verdict.ts'

/** Sentences of the transcript by index, and their words and numbers together. */
export type Passage = {
  indexes: readonly number[]
  sentences: readonly Heard[]
  words: readonly ContentWord[]
  numbers: readonly NumberIn[]
}

/** A statement beside what was said: `core` is cited, `near` and `topic` lie around it. */
export type Case = {
  claim: ReadText & Pick<Claim, 'text' | 'who' | 'isTask'> & { names: readonly ContentWord[] }
  core: Passage
  near: Passage
  topic: Passage
  evidence: Evidence
  language: Language
}

/** The finding of a rule. `isContradicted`: the recording says otherwise, so the statement is dropped. */
export type Finding = Reason & { isContradicted: boolean }
export type Rule = (matter: Case) => Finding[]

/** Models are often one or two sentences off. */
const NEAR_SENTENCES = 2
const TOPIC_SENTENCES = 8

/** `cites` must be indexes of sentences. */
export function openCase(claim: Claim, evidence: Evidence, language: Language): Case {
  const { cites, text, who, isTask } = claim
  const read = readText(claim.text, language)
  return {
    claim: { ...read, text, who, ...(isTask && { isTask }), names: namesOf(read.words, evidence, language) },
    core: passageAround(cites, 0, evidence),
    near: passageAround(cites, NEAR_SENTENCES, evidence),
    topic: passageAround(cites, TOPIC_SENTENCES, evidence),
    evidence,
    language,
  }
}

export const unsure = (code: Reason['code'], words: readonly string[]): Finding => ({
  code,
  words,
  isContradicted: false,
})
export const contradicted = (code: Reason['code'], words: readonly string[]): Finding => ({
  code,
  words,
  isContradicted: true,
})

/** The words as they were written. */
export const rawsOf = (words: readonly ContentWord[]): string[] => words.map(({ raw }) => raw)

/** Words of a statement that the recording can support: all but those that report speech or name roles. */
export function tellingWords({ claim, language }: Case): ContentWord[] {
  return claim.words.filter(({ stem }) => !language.reporting.has(stem))
}

export function isSaidIn(stem: string, { words }: Passage, { grammar }: Language): boolean {
  return words.some((word) => isAlike(word.stem, stem, grammar))
}

/** Whether a word names somebody who spoke a cited sentence. */
export function isCitedSpeaker({ stem }: ContentWord, { core, evidence, language }: Case): boolean {
  return core.sentences.some(({ speaker }) => holdsName(evidence.speakers.get(speaker) ?? [], stem, language))
}

function passageAround(cites: readonly number[], reach: number, evidence: Evidence): Passage {
  const around = cites.flatMap((cite) => Array.from({ length: 2 * reach + 1 }, (_, n) => cite - reach + n))
  const indexes = [...new Set(around)].filter((index) => evidence.sentences[index]).toSorted((a, b) => a - b)
  const sentences = indexes.map((index) => evidence.sentences[index]).filter((sentence) => sentence !== undefined)
  return {
    indexes,
    sentences,
    words: sentences.flatMap(({ words }) => words),
    numbers: sentences.flatMap(({ numbers }) => numbers),
  }
}

/** One reason per code, its words together. */
export function reasonsOf(findings: readonly Finding[]): Reason[] {
  return [...Map.groupBy(findings, ({ code }) => code)].map(([code, found]) => ({
    code,
    words: [...new Set(found.flatMap(({ words }) => words))],
  }))
}
