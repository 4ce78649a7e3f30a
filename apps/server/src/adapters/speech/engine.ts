import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { cutLong, quietestAt } from '@doslovno/domain/media/pieces.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'
import { backgroundOf, canBeSpeech, gainFor, type Sound, soundOf } from '@doslovno/domain/speech/sound.ts'
import { agree, hasLoop, judge, type Verdict, wordsBeforeLoop } from '@doslovno/domain/speech/verdict.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import { phantoms } from '@doslovno/texts/language/phantoms.ts'
import sherpa from 'sherpa-onnx-node'

import { models } from './catalogue.ts'
import { coverSpeech } from './cover.ts'
import { createDiariser, type SpeakerModel } from './diariser.ts'
import type { Hearing, HearOptions } from './port.ts'
import { ANY_LANGUAGE, createRecognisers, type LoadedRecogniser, type RecogniserChoice } from './recognisers.ts'
import { amplify, cut } from './samples.ts'
import { createVad, speechIn, speechPieces } from './voice-detector.ts'
import { type Heard, wordsOf } from './words.ts'

export type EngineOptions = RecogniserChoice & {
  speakers: SpeakerModel
  /** Skips the voice detector, to prove that the models hallucinate nothing. */
  hearsEverything?: boolean
}

/** A process that only diarises loads no recogniser. */
export type DiariserOptions = Pick<EngineOptions, 'modelsDir' | 'speakers'>

/** `hearsEverything`: skip the voice detector for this question. */
export type EngineHearOptions = HearOptions & { hearsEverything?: boolean }

/** The speech models in this process. They block it and may crash it, so run it as a child of the worker. */
export type Engine = {
  recognise(samples: Float32Array, options: EngineHearOptions): Hearing
  /** Undefined if there is no speech. */
  identifyLanguage(samples: Float32Array): string | undefined
  diarise(samples: Float32Array): HeardWindow
}

/** The most common language: its recogniser is loaded at start, the others on demand. */
const USUAL_LANGUAGE = 'ru'
/** Pieces to try until one reveals the language. */
const LANGUAGE_PIECES = 4

export function createEngine(options: EngineOptions): Engine {
  const { modelsDir } = options
  const recogniserOf = createRecognisers(options)
  recogniserOf(USUAL_LANGUAGE)
  const vad = createVad(modelsDir)
  const denoise = once(() => createDenoiser(modelsDir))
  const diarise = once(() => createDiariser(modelsDir, options.speakers))

  const findSpeech = (
    samples: Float32Array,
    { model }: LoadedRecogniser,
    hearsEverything = options.hearsEverything,
  ): { speech: Span[]; pieces: Span[] } => {
    const longest = models[model].longestPieceSeconds
    const whole = { start: 0, end: samples.length / SAMPLE_RATE }
    if (hearsEverything) return { speech: [], pieces: cutLong(whole, samples, longest) }
    const speech = speechIn(vad, samples)
    return { speech, pieces: speechPieces(speech, samples, longest) }
  }

  return {
    recognise: (raw, { language, isNoisy, hearsEverything }) => {
      const samples = loudEnough(isNoisy ? denoise()(raw) : raw)
      const recogniser = recogniserOf(language)
      const { speech, pieces } = findSpeech(samples, recogniser, hearsEverything)
      const hear = (piece: Span) => hearPiece(samples, piece, (cutOut) => recogniser.decode(cutOut, language))
      const cover = coverSpeech({ words: pieces.flatMap(hear), speech, samples })
      let step = cover.next()
      while (!step.done) step = cover.next(hear(step.value))
      return step.value
    },
    identifyLanguage: (raw) => {
      const samples = loudEnough(raw)
      const recogniser = recogniserOf(ANY_LANGUAGE)
      const { pieces } = findSpeech(samples, recogniser)
      for (const piece of pieces.slice(0, LANGUAGE_PIECES)) {
        const language = hearLanguage(samples, piece, (pieceSamples) => recogniser.decode(pieceSamples, ANY_LANGUAGE))
        if (language) return language
      }
      return undefined
    },
    diarise: (samples) => diarise()(samples),
  }
}

/** Amplifies quiet speech, which the voice detector would miss. */
function loudEnough(samples: Float32Array): Float32Array {
  return amplify(samples, gainFor(soundOf(samples)))
}

function once<T>(create: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: create() }).value
}

/**
 * The share of the cleaned sound; the rest is the original. The recognisers were trained on noisy speech and mind what
 * cleaning does to it: cleaned alone it is recognised worse than noisy, see docs/BENCHMARKS.md.
 */
const CLEANED_SHARE = 0.5

/** Reduces the noise of bad recordings. */
function createDenoiser(modelsDir: string): (samples: Float32Array) => Float32Array {
  const model = join(modelsDir, models.gtcrn.folder, 'gtcrn_simple.onnx')
  const denoiser = new sherpa.OfflineSpeechDenoiser({ model: { gtcrn: { model }, numThreads: 1 } })
  return (samples) => {
    const cleaned = denoiser.run({ samples, sampleRate: SAMPLE_RATE, enableExternalBuffer: false }).samples
    return samples.map((sample, index) => sample + CLEANED_SHARE * ((cleaned[index] ?? 0) - sample))
  }
}

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
function hearPiece(samples: Float32Array, piece: Span, decode: Decode): Word[] {
  const first = decodePiece(samples, piece, decode)
  if (!first) return []
  if (backgroundOf(first.sound) === 'crowd') return isConfirmed(first, decode) ? first.words : []
  const halves = first.verdict === 'said' ? [] : halvesOf(samples, piece)
  return halves.length === 0 ? trusted(first) : halves.flatMap((half) => trusted(decodePiece(samples, half, decode)))
}

/** The language of a piece; undefined if it has no speech. */
function hearLanguage(samples: Float32Array, piece: Span, decode: Decode): string | undefined {
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
