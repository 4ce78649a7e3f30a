import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { quietestAt, type Span } from '@doslovno/domain/media/pieces.ts'
import { hasLoop, wordsBeforeLoop } from '@doslovno/domain/speech/loops.ts'
import { backgroundOf, canBeSpeech, type Sound, soundOf } from '@doslovno/domain/speech/sound.ts'
import { agree, judge, type Verdict } from '@doslovno/domain/speech/verdict.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { phantoms } from '@doslovno/texts/phantoms.ts'

import { cut } from './samples.ts'
import { type Heard, wordsOf } from './words.ts'

type Decode = (samples: Float32Array) => Heard
type Listened = { verdict: Verdict; words: Word[]; text: string; part: Float32Array; sound: Sound; language: string }

/** Halves shorter than this tell less than the whole. */
const SHORTEST_HALF_SECONDS = 2
const LEAD_SECONDS = 0.4

/**
 * The words of a piece. What sounds made up is listened to again in halves, which often brings a recogniser
 * that lost the thread back to it; what still sounds made up is left out. Amid a crowd, where recognisers make up
 * whole sentences, only what is heard twice alike is taken.
 */
export function hearPiece(samples: Float32Array, piece: Span, decode: Decode): Word[] {
  const first = listen(samples, piece, decode)
  if (!first) return []
  if (backgroundOf(first.sound) === 'crowd') return isConfirmed(first, decode) ? first.words : []
  const halves = first.verdict === 'said' ? [] : halvesOf(samples, piece)
  return halves.length === 0 ? trusted(first) : halves.flatMap((half) => trusted(listen(samples, half, decode)))
}

/** The language of a piece; undefined when nobody speaks in it. */
export function hearLanguage(samples: Float32Array, piece: Span, decode: Decode): string | undefined {
  const heard = listen(samples, piece, decode)
  return heard?.verdict === 'said' && heard.words.length > 0 ? heard.language : undefined
}

function listen(samples: Float32Array, piece: Span, decode: Decode): Listened | undefined {
  const part = cut(samples, piece)
  const sound = soundOf(part)
  if (!canBeSpeech(sound)) return undefined
  const { tokens, hasDurations, text, ...heard } = decode(part)
  const seconds = part.length / SAMPLE_RATE
  const verdict = judge({ tokens, hasDurations, seconds, sound, phantoms })
  const words = wordsOf({ tokens, hasDurations, text, ...heard }, piece.start, seconds)
  return { verdict, words, text, part, sound, language: heard.language }
}

/** Whether it is heard the same way when it comes a moment later. */
function isConfirmed({ verdict, words, text, part }: Listened, decode: Decode): boolean {
  if (verdict !== 'said' || words.length === 0) return false
  const later = new Float32Array(LEAD_SECONDS * SAMPLE_RATE + part.length)
  later.set(part, LEAD_SECONDS * SAMPLE_RATE)
  return agree(text, decode(later).text)
}

/** Of doubtful words those before they go round in a circle are kept, if they were spoken in the quiet. */
function trusted(listened: Listened | undefined): Word[] {
  if (!listened || listened.verdict === 'invented') return []
  const { verdict, words, sound } = listened
  if (verdict === 'said') return words
  const texts = words.map((word) => word.text)
  return backgroundOf(sound) === 'quiet' && hasLoop(texts) ? words.slice(0, wordsBeforeLoop(texts)) : []
}

function halvesOf(samples: Float32Array, { start, end }: Span): Span[] {
  const length = end - start
  if (length < 2 * SHORTEST_HALF_SECONDS) return []
  const middle = quietestAt(samples, { start: start + length * 0.35, end: end - length * 0.35 })
  return [
    { start, end: middle },
    { start: middle, end },
  ]
}
