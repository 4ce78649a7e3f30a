import { seededRandom, type Random } from '#lab/random.ts'
import type { Talk } from './talks.ts'
import { words } from './words.ts'

const SHORTEST = 3
const letters = Array.from(words.alphabet)

/** The talk as a poor recogniser heard it: one letter changed in a share of its words. */
export function mishear(talk: Talk, share: number, seed: number): Talk {
  const random = seededRandom(`misheard ${talk.name} ${share} ${seed}`)
  const hear = (word: string) => (word.length >= SHORTEST && random.next() < share ? changeLetter(word, random) : word)
  const sentences = talk.sentences.map((sentence) => ({ ...sentence, text: sentence.text.replace(/\p{L}+/gu, hear) }))
  return { ...talk, sentences }
}

function changeLetter(word: string, random: Random): string {
  const at = Math.floor(random.next() * word.length)
  const other = random.pick(letters.filter((letter) => letter !== word[at]?.toLowerCase())) ?? ''
  const isCapital = word[at] !== word[at]?.toLowerCase()
  return word.slice(0, at) + (isCapital ? other.toUpperCase() : other) + word.slice(at + 1)
}
