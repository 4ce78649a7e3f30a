import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { quietestAt } from '@doslovno/domain/media/pieces.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { hasLoop, wordsBeforeLoop } from '@doslovno/domain/speech/loops.ts'
import { backgroundOf, canBeSpeech, type Sound, soundOf } from '@doslovno/domain/speech/sound.ts'
import { agree, judge, type Verdict } from '@doslovno/domain/speech/verdict.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { phantoms } from '@doslovno/texts/language/phantoms.ts'

import { cut } from './samples.ts'
import { type Heard, wordsOf } from './words.ts'

type Decode = (samples: Float32Array) => Heard
type Decoded = {
  verdict: Verdict
  words: Word[]
  text: string
  pieceSamples: Float32Array
  sound: Sound
  language: string
}

/** Shorter halves are recognised worse than the whole. */
const SHORTEST_HALF_SECONDS = 2
const LEAD_SECONDS = 0.4

/**
 * The words of a piece. A suspected hallucination is decoded again in halves, which often recovers a recogniser that
 * went astray, and dropped if still suspect. In crowd noise, where recognisers invent whole sentences, words count only
 * if two decodings agree.
 */
export function hearPiece(samples: Float32Array, piece: Span, decode: Decode): Word[] {
  const first = decodePiece(samples, piece, decode)
  if (!first) return []
  if (backgroundOf(first.sound) === 'crowd') return isConfirmed(first, decode) ? first.words : []
  const halves = first.verdict === 'said' ? [] : halvesOf(samples, piece)
  return halves.length === 0 ? trusted(first) : halves.flatMap((half) => trusted(decodePiece(samples, half, decode)))
}

/** The language of a piece; undefined if it has no speech. */
export function hearLanguage(samples: Float32Array, piece: Span, decode: Decode): string | undefined {
  const heard = decodePiece(samples, piece, decode)
  return heard?.verdict === 'said' && heard.words.length > 0 ? heard.language : undefined
}

function decodePiece(samples: Float32Array, piece: Span, decode: Decode): Decoded | undefined {
  const pieceSamples = cut(samples, piece)
  const sound = soundOf(pieceSamples)
  if (!canBeSpeech(sound)) return undefined
  const { tokens, hasDurations, text, ...heard } = decode(pieceSamples)
  const seconds = pieceSamples.length / SAMPLE_RATE
  const verdict = judge({ tokens, hasDurations, seconds, sound, phantoms })
  const words = wordsOf({ tokens, hasDurations, text, ...heard }, piece.start, seconds)
  return { verdict, words, text, pieceSamples, sound, language: heard.language }
}

/** Whether the piece decodes to the same text after a short lead of silence. */
function isConfirmed({ verdict, words, text, pieceSamples }: Decoded, decode: Decode): boolean {
  if (verdict !== 'said' || words.length === 0) return false
  const later = new Float32Array(LEAD_SECONDS * SAMPLE_RATE + pieceSamples.length)
  later.set(pieceSamples, LEAD_SECONDS * SAMPLE_RATE)
  return agree(text, decode(later).text)
}

/** Of doubtful words, keeps those before a loop if the background is quiet. */
function trusted(decoded: Decoded | undefined): Word[] {
  if (!decoded || decoded.verdict === 'invented') return []
  const { verdict, words, sound } = decoded
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
