import { commonStems, endings, fileNames, slips, smallWords, syllables } from '@doslovno/texts/test/library-words.ts'

import { seededRandom } from '#lab/random.ts'

const STEMS = 60_000
const WORDS = 8

export type Speech = ReturnType<typeof createSpeech>

/**
 * Generated speech with natural word frequencies (Zipf): the second word half as often as the first, the third a third
 * as often. Deterministic.
 */
export function createSpeech() {
  const random = seededRandom('speech')
  const one = (list: readonly string[]) => random.pick(list) ?? ''
  const many = (count: number, make: () => string) => Array.from({ length: count }, make)

  const stems = [...commonStems, ...rareStems(STEMS - commonStems.length)]
  const stem = () => stems[Math.floor(STEMS ** random.next()) - 1] ?? ''
  const form = (root: string) => root + one(endings)
  const usual = stems.slice(10, 100)
  return {
    number: (limit: number) => random.below(limit),
    sentence: () => many(WORDS, () => `${random.below(2) ? `${one(smallWords)} ` : ''}${form(stem())}`).join(' '),
    fileName: () => `${one(fileNames)} ${form(stem())} ${random.below(1000)}.mp3`,
    rareWords: (count: number) => many(count, () => form(one(stems.slice(STEMS / 2)))),
    /** Each of the first stems occurs in about a third of the sentences. */
    frequentWords: (count: number) => many(count, () => form(one(stems.slice(0, 3)))),
    /** Forms of words that occur in some sentences of anybody who has a hundred files. */
    wordForms: (count: number) => many(count, () => form(one(usual))),
    twoWords: (count: number) => many(count, () => `${form(one(stems.slice(0, 3)))} ${form(one(usual))}`),
    threeLetters: (count: number) => many(count, () => form(stem()).slice(0, 3)),
    misspeltWords: (count: number) => many(count, () => misspelt(form(one(stems.slice(10, 5000))))),
  }
}

/** Three syllables each, not in alphabetical order. */
function rareStems(count: number): string[] {
  const all = syllables.length ** 3
  const step = 7919
  return Array.from({ length: count }, (_, index) => {
    const position = (index * step) % all
    const digits = [position, Math.floor(position / syllables.length), Math.floor(position / syllables.length ** 2)]
    return digits.map((digit) => syllables[digit % syllables.length]).join('')
  })
}

function misspelt(word: string): string {
  const letters = Array.from(word)
  const at = letters.findIndex((letter, index) => index > 0 && slips[letter])
  return letters.map((letter, index) => (index === at ? slips[letter] : letter)).join('')
}
