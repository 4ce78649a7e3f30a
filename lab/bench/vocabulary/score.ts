import { splitWords } from '@doslovno/domain/transcript/spread-words.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { correctSpeech } from '@doslovno/domain/vocabulary/correct.ts'
import type { Vocabulary } from '@doslovno/domain/vocabulary/find-terms.ts'

import { type Fixture, type Reference, referenceOf, toWords } from './material.ts'

export type Score = {
  words: number
  occurrences: number
  rightBefore: number
  rightAfter: number
  /** Replacements: in the right form, of the right term in another form, by another term, of words that were right. */
  rightForm: number
  otherForm: number
  otherTerm: number
  harmed: number
}

/** Words of a text as the pipeline has them, two a second. */
export function spoken(texts: readonly string[]): Word[] {
  return texts.map((text, at) => ({ text, start: at / 2, end: at / 2 + 0.4, confidence: null }))
}

export const noPause = () => Promise.resolve()

export async function scoreFixtures(fixtures: readonly Fixture[], vocabulary: Vocabulary): Promise<Score> {
  const score: Score = { words: 0, occurrences: 0, rightBefore: 0, rightAfter: 0, rightForm: 0, otherForm: 0, otherTerm: 0, harmed: 0 } // prettier-ignore
  for (const { said, heard } of fixtures) {
    const reference = referenceOf(said)
    const { words } = await correctSpeech({ words: spoken(splitWords(heard)), speakers: 0 }, vocabulary, noPause)
    const before = toWords(heard)
    const after = toWords(words.map(({ text }) => text).join(' '))
    score.words += reference.words.length
    score.occurrences += reference.occurrences.length
    score.rightBefore += countRight(reference, before)
    score.rightAfter += countRight(reference, after)
    scoreReplacements(score, reference, before, words)
  }
  return score
}

/** How many terms were heard in exactly the form that was said. */
export function countRight({ words, occurrences }: Reference, heard: readonly string[]): number {
  const { of } = align(words, heard)
  return occurrences.filter((said) => said.words.every((word, offset) => heard[of[said.at + offset] ?? -1] === word)).length // prettier-ignore
}

/** Each replacement is compared with what was said within three words of it. */
function scoreReplacements(score: Score, reference: Reference, before: readonly string[], words: readonly Word[]) {
  const { of, back } = align(reference.words, before)
  let at = 0
  for (const [index, word] of words.entries()) {
    if (word.heard === '') continue
    const was = toWords(word.heard ?? word.text)
    const put = toWords(wordsOfReplacement(words, index))
    if (word.heard !== undefined && put.join() !== was.join()) {
      const isNear = (said: number, most: number) => Math.abs((of[said] === -1 ? said : (of[said] ?? 0)) - at) <= most
      const wasRight = was.every((each, offset) => reference.words[back[at + offset] ?? -1] === each)
      const here = reference.occurrences.filter((said) => isNear(said.at, 3))
      if (here.some((said) => said.words.join() === put.join() && isNear(said.at, 2))) score.rightForm++
      else if (here.some(({ term }) => term === word.termId)) score.otherForm++
      else score.otherTerm++
      if (wasRight) score.harmed++
    }
    at += was.length
  }
}

function wordsOfReplacement(words: readonly Word[], index: number): string {
  let end = index + 1
  while (words[end]?.heard === '') end++
  return words
    .slice(index, end)
    .map(({ text }) => text)
    .join(' ')
}

/** For each word the one at its place in the other text, or -1. */
export function align(reference: readonly string[], heard: readonly string[]): { of: number[]; back: number[] } {
  const costs = [Array.from(heard, (_, at) => at).concat(heard.length)]
  const change = (i: number, j: number) => (reference[i - 1] === heard[j - 1] ? 0 : 1.001)
  const cost = (i: number, j: number) => costs[i]?.[j] ?? Infinity
  for (let i = 1; i <= reference.length; i++) {
    costs[i] = [i]
    for (let j = 1; j <= heard.length; j++)
      costs[i]?.push(Math.min(cost(i - 1, j - 1) + change(i, j), cost(i - 1, j) + 1, cost(i, j - 1) + 1))
  }
  const of = reference.map(() => -1)
  const back = heard.map(() => -1)
  let [i, j] = [reference.length, heard.length]
  while (i > 0 && j > 0)
    if (Math.abs(cost(i, j) - cost(i - 1, j - 1) - change(i, j)) < 1e-9) {
      of[--i] = --j
      back[j] = i
    } else if (Math.abs(cost(i, j) - cost(i - 1, j) - 1) < 1e-9) i--
    else j--
  return { of, back }
}
