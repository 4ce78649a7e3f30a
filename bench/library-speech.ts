import { commonStems, endings, fileNames, slips, smallWords, syllables } from '@doslovno/texts/test/library-words.ts'

const STEMS = 60_000
const WORDS = 8

export type Speech = ReturnType<typeof createSpeech>

/**
 * Made-up speech whose words are as frequent as in real one: the second half as often as the first, the third a third
 * as often. The same every time.
 */
export function createSpeech() {
  const random = createRandom(1)
  const number = (most: number) => Math.floor(random() * most)
  const one = (list: readonly string[]) => list[number(list.length)] ?? ''
  const many = (count: number, make: () => string) => Array.from({ length: count }, make)

  const stems = [...commonStems, ...rareStems(STEMS - commonStems.length)]
  const stem = () => stems[Math.floor(STEMS ** random()) - 1] ?? ''
  const form = (root: string) => root + one(endings)
  return {
    number,
    sentence: () => many(WORDS, () => `${number(2) ? `${one(smallWords)} ` : ''}${form(stem())}`).join(' '),
    fileName: () => `${one(fileNames)} ${form(stem())} ${number(1000)}.mp3`,
    rareWords: (count: number) => many(count, () => form(one(stems.slice(STEMS / 2)))),
    /** Each of the first words of the list is said in about a third of the sentences. */
    frequentWords: (count: number) => many(count, () => form(one(stems.slice(0, 3)))),
    threeLetters: (count: number) => many(count, () => form(stem()).slice(0, 3)),
    misspeltWords: (count: number) => many(count, () => misspelt(form(one(stems.slice(10, 5000))))),
  }
}

/** Three syllables each, in an order that has nothing of the alphabet. */
function rareStems(count: number): string[] {
  const all = syllables.length ** 3
  const step = 7919
  return Array.from({ length: count }, (_, index) => {
    const place = (index * step) % all
    const digits = [place, Math.floor(place / syllables.length), Math.floor(place / syllables.length ** 2)]
    return digits.map((digit) => syllables[digit % syllables.length]).join('')
  })
}

function misspelt(word: string): string {
  const letters = Array.from(word)
  const at = letters.findIndex((letter, index) => index > 0 && slips[letter])
  return letters.map((letter, index) => (index === at ? slips[letter] : letter)).join('')
}

/** Mulberry32: numbers from 0 to 1 that are the same every time. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
