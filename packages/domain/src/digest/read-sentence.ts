import { type ContentWord, contentWords } from '#language/content-words.ts'
import type { Language } from '#language/language.ts'
import { numbersIn } from '#language/numbers.ts'
import { plainForm } from '#transcript/words.ts'

import type { Bag } from './cheapest-cuts.ts'
import type { DigestLanguage } from './language.ts'

/** A sentence as the engine sees it. */
export type ReadSentence = {
  /** In its `plainForm`. */
  text: string
  words: readonly ContentWord[]
  /** Words without reporting words and light verbs: what statistics count. */
  telling: readonly ContentWord[]
  bag: Bag
  numbers: number
  names: number
  hasCue: boolean
  isQuestion: boolean
}

const SHORTEST_STEM = 3

export function readSentence(text: string, language: DigestLanguage): ReadSentence {
  const words = contentWords(text, language)
  const telling = words.filter((word) => isTelling(word, language))
  const plain = plainForm(text)
  return {
    text: plain,
    words,
    telling,
    bag: telling.map(({ stem }) => stem),
    numbers: numbersIn(text, language).filter(({ value }) => value > 1).length,
    names: telling.filter(isName).length,
    hasCue: language.cue.test(plain),
    isQuestion: text.includes('?'),
  }
}

export const isName = ({ raw, isFirst }: ContentWord): boolean => !isFirst && /^\p{Lu}/u.test(raw)

export const isTelling = ({ stem }: ContentWord, { reporting, lightVerbs }: Language): boolean =>
  stem.length >= SHORTEST_STEM && !reporting.has(stem) && !lightVerbs.has(stem)
/** A sentence of a transcript: what statements cite and chapters consist of. */
export type Sentence = {
  start: number
  end: number
  text: string
  speaker: number
  /** Whether the engine or the vocabulary doubts a word of it. */
  isDoubtful?: boolean
}

/** `from` and `to`: indexes of the first sentence and of the one after the last. */
export type Chapter = { start: number; title: string; from: number; to: number }
