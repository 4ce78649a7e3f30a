import { wordErrorRate } from '#transcript/word-error-rate.ts'
import { plainWords } from '#transcript/words.ts'

import { backgroundOf, type Sound } from './sound.ts'
import { textOf, type Token, untimedShare } from './tokens.ts'

const LONGEST_PERIOD = 80
/** Three repetitions after the first, and long enough not to be laughter or a stammer. */
const TIMES = 3
const SHORTEST_LOOP = 18

/** `doubtful`: worth recognising again in shorter spans. */
export type Verdict = 'said' | 'doubtful' | 'invented'

export type Evidence = {
  tokens: readonly Token[]
  seconds: number
  sound: Sound
  phantoms: Phantoms
  /** Whether the recogniser gives token durations. */
  hasDurations: boolean
}

/** Thresholds of `untimedShare`; real speech stays below 0.2, under noise below 0.3. */
const MOSTLY_UNTIMED = 0.6
const OFTEN_UNTIMED = { quiet: 0.4, steady: 0.3, crowd: 0.3 }
const SELDOM_UNTIMED = 0.2
/** Letters per second of sound: people speak at 8–18, and noisy pauses count as sound. */
const FASTEST = 35
const SLOWEST = { quiet: 2, steady: 4, crowd: 6 }
/** Shorter sound says too little about the pace. */
const PACED_SECONDS = { quiet: 3, steady: 1.5, crowd: 1.5 }

/** Decides whether words were said or hallucinated, from the text, its alignment and the sound. */
export function judge({ tokens, seconds, sound, phantoms, hasDurations }: Evidence): Verdict {
  const text = textOf(tokens)
  const background = backgroundOf(sound)
  if (text === '') return 'said'
  if (isNote(text)) return 'invented'
  const untimed = hasDurations ? untimedShare(tokens, seconds) : 0
  if (untimed >= MOSTLY_UNTIMED) return 'invented'
  if (isPhantom(text, phantoms) && (background !== 'quiet' || untimed >= SELDOM_UNTIMED)) return 'invented'
  if (untimed >= OFTEN_UNTIMED[background] || hasLoop(text.split(/\s+/))) return 'doubtful'
  return isOddPace(text, sound) ? 'doubtful' : 'said'
}

function isOddPace(text: string, sound: Sound): boolean {
  const background = backgroundOf(sound)
  const letters = text.replace(/[^\p{L}\p{N}]+/gu, '').length
  const pace = letters / Math.max(sound.soundingSeconds, 0.1)
  return pace > FASTEST || (sound.soundingSeconds > PACED_SECONDS[background] && pace < SLOWEST[background])
}

/** Two hearings of real speech differ in at most half of the words. */
const DIFFERENT = 0.5

/** Whether two hearings of one sound agree; hallucinations differ from run to run. */
export function agree(one: string, other: string): boolean {
  return Math.min(wordErrorRate(one, other), wordErrorRate(other, one)) <= DIFFERENT
}

/** Phrases that recognisers learnt from subtitles and hallucinate in silence; lower case, letters and spaces only. */
type Phantoms = {
  /** Followed by the names of the subtitlers. */
  credits: readonly string[]
  farewells: readonly string[]
}

/** A credit is short; a longer text is speech about subtitles. */
const LONGEST_CREDIT_WORDS = 8
const NOTE = /^[[(*♪][^\])*♪]*[\])*♪]?[.!…]*$/u

/**
 * Whether the whole text is a phantom. People say some of these phrases too, so it is evidence only where there is doubt.
 */
export function isPhantom(text: string, { credits, farewells }: Phantoms): boolean {
  const words = plainWords(text)
  const plain = words.join(' ')
  const isCredit = words.length <= LONGEST_CREDIT_WORDS && credits.some((credit) => plain.startsWith(credit))
  return isCredit || farewells.includes(plain)
}

/** A subtitle remark on sounds: in brackets, or several words in capitals. It is never speech. */
export function isNote(text: string): boolean {
  const words = text.split(/\s+/)
  if (NOTE.test(text) || !/[\p{L}\p{N}]/u.test(text)) return true
  return words.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase()
}

/**
 * The number of words to keep before a loop; all of them if there is none.
 * A recogniser that loses track repeats itself until its output is full.
 */
export function wordsBeforeLoop(words: readonly string[]): number {
  const plain = words.map(lettersOf)
  const text = plain.join('')
  const loop = firstLoop(text)
  if (loop === undefined) return words.length
  let letters = 0
  return plain.findIndex((word) => (letters += word.length) >= loop) + 1
}

export function hasLoop(words: readonly string[]): boolean {
  return firstLoop(words.map(lettersOf).join('')) !== undefined
}

/** Where the first round of a loop ends, in letters. */
function firstLoop(text: string): number | undefined {
  const found: number[] = []
  for (let period = 1; period <= Math.min(LONGEST_PERIOD, text.length); period++) {
    const at = loopOf(text, period)
    if (at !== undefined) found.push(at)
  }
  return found.length > 0 ? Math.min(...found) : undefined
}

function loopOf(text: string, period: number): number | undefined {
  const wanted = Math.max(SHORTEST_LOOP, period * TIMES)
  let run = 0
  for (let at = period; at < text.length; at++) {
    run = text[at] === text[at - period] ? run + 1 : 0
    if (run >= wanted) return at - run + 1
  }
  return undefined
}

function lettersOf(word: string): string {
  return word.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}
