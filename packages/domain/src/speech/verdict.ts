import { wordErrorRate } from '#transcript/word-error-rate.ts'

import { hasLoop } from './loops.ts'
import { isNote, isPhantom, type Phantoms } from './phantoms.ts'
import { backgroundOf, type Sound } from './sound.ts'
import { textOf, type Token, unplacedShare } from './tokens.ts'

/** `doubtful`: worth listening to again in smaller parts. */
export type Verdict = 'said' | 'doubtful' | 'invented'

export type Evidence = {
  tokens: readonly Token[]
  seconds: number
  sound: Sound
  phantoms: Phantoms
  /** Recognisers that give no durations cannot be judged by them. */
  hasDurations: boolean
}

/** Shares of unplaced tokens, see `unplacedShare`; real speech stays below 0.2, under noise below 0.3. */
const MOSTLY_UNPLACED = 0.6
const OFTEN_UNPLACED = { quiet: 0.4, steady: 0.3, crowd: 0.3 }
const SELDOM_UNPLACED = 0.2
/** Letters per second of sound: people say 8–18, and pauses filled with noise count as sound. */
const FASTEST = 35
const SLOWEST = { quiet: 2, steady: 4, crowd: 6 }
/** Shorter ones say too little about the pace. */
const PACED_SECONDS = { quiet: 3, steady: 1.5, crowd: 1.5 }

/** Whether words were said or made up, from what was written, how it lies in the sound, and what the sound is like. */
export function judge({ tokens, seconds, sound, phantoms, hasDurations }: Evidence): Verdict {
  const text = textOf(tokens)
  const background = backgroundOf(sound)
  if (text === '') return 'said'
  if (isNote(text)) return 'invented'
  const unplaced = hasDurations ? unplacedShare(tokens, seconds) : 0
  if (unplaced >= MOSTLY_UNPLACED) return 'invented'
  if (isPhantom(text, phantoms) && (background !== 'quiet' || unplaced >= SELDOM_UNPLACED)) return 'invented'
  if (unplaced >= OFTEN_UNPLACED[background] || hasLoop(text.split(/\s+/))) return 'doubtful'
  return isOddPace(text, sound) ? 'doubtful' : 'said'
}

function isOddPace(text: string, sound: Sound): boolean {
  const background = backgroundOf(sound)
  const letters = text.replace(/[^\p{L}\p{N}]+/gu, '').length
  const pace = letters / Math.max(sound.soundingSeconds, 0.1)
  return pace > FASTEST || (sound.soundingSeconds > PACED_SECONDS[background] && pace < SLOWEST[background])
}

/** More than half the words differ: two hearings of one thing differ less. */
const DIFFERENT = 0.5

/** Whether two hearings of the same sound tell the same; what is made up comes out differently each time. */
export function agree(one: string, other: string): boolean {
  return Math.min(wordErrorRate(one, other), wordErrorRate(other, one)) <= DIFFERENT
}
