import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { joinSpeech, type Span } from '@doslovno/domain/media/pieces.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'
import sherpa, { type RecognizerConfig, type RecognizerResult } from 'sherpa-onnx-node'

import { models } from './catalogue.ts'
import { wordsOf } from './words.ts'

export type SpeechModel = 'whisper-tiny' | 'whisper-base'
export type EngineOptions = { modelsDir: string; model: SpeechModel }

/** The speech models in this very process. They block it and can abort it, so it should be a child of the worker. */
export type Engine = {
  recognise(samples: Float32Array, language: string): Word[]
  /** Undefined when nobody speaks. */
  identifyLanguage(samples: Float32Array): string | undefined
}

const WINDOW = 512
const LONGEST_INPUT_SECONDS = 27.5
/** Lets Whisper detect the language by itself. */
const ANY_LANGUAGE = ''

export function createEngine(options: EngineOptions): Engine {
  const recogniser = createRecogniser(options, ANY_LANGUAGE)
  const vad = createVad(options.modelsDir)
  let current = ANY_LANGUAGE

  const decode = (samples: Float32Array, language: string): RecognizerResult => {
    if (language !== current) recogniser.setConfig(recogniserConfig(options, language))
    current = language
    const stream = recogniser.createStream()
    stream.acceptWaveform({ samples: withSilence(samples), sampleRate: SAMPLE_RATE })
    recogniser.decode(stream)
    return recogniser.getResult(stream)
  }

  return {
    recognise: (samples, language) =>
      speechPieces(vad, samples).flatMap(({ start, end }) =>
        wordsOf(decode(cut(samples, { start, end }), language), start, end - start),
      ),
    identifyLanguage: (samples) => {
      const first = speechPieces(vad, samples)[0]
      return first && (decode(cut(samples, first), ANY_LANGUAGE).lang || undefined)
    },
  }
}

/** Where somebody speaks; nothing else is given to the recogniser, which invents words in silence. */
export function speechPieces(vad: sherpa.Vad, samples: Float32Array): Span[] {
  vad.reset()
  for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) vad.acceptWaveform(samples.subarray(at, at + WINDOW))
  vad.flush()
  const spans: Span[] = []
  for (; !vad.isEmpty(); vad.pop()) {
    const { start, samples: spoken } = vad.front(false)
    spans.push({ start: start / SAMPLE_RATE, end: (start + spoken.length) / SAMPLE_RATE })
  }
  return joinSpeech(spans, samples.length / SAMPLE_RATE)
}

export function createVad(modelsDir: string): sherpa.Vad {
  const model = join(modelsDir, models['silero-vad'].folder, 'silero_vad.onnx')
  const thresholds = { threshold: 0.5, minSilenceDuration: 0.3, minSpeechDuration: 0.25, maxSpeechDuration: 14 }
  return new sherpa.Vad(
    { sileroVad: { model, ...thresholds, windowSize: WINDOW }, sampleRate: SAMPLE_RATE, numThreads: 1 },
    60,
  )
}

export function createRecogniser(options: EngineOptions, language: string): sherpa.OfflineRecognizer {
  return new sherpa.OfflineRecognizer(recogniserConfig(options, language))
}

function recogniserConfig({ modelsDir, model }: EngineOptions, language: string): RecognizerConfig {
  const folder = join(modelsDir, models[model].folder)
  const size = model.replace('whisper-', '')
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      whisper: {
        encoder: join(folder, `${size}-encoder.int8.onnx`),
        decoder: join(folder, `${size}-decoder.int8.onnx`),
        language,
        task: 'transcribe',
        tailPaddings: 200,
        enableTokenTimestamps: 1,
      },
      tokens: join(folder, `${size}-tokens.txt`),
      // More threads burn more CPU for the same text: one thread a process, several processes.
      numThreads: 1,
      provider: 'cpu',
    },
  }
}

/**
 * Whisper here writes at most six tokens per second of input: twice the length keeps fast speech whole.
 * What is over 30 s with the engine's own padding would be cut off.
 */
export function withSilence(samples: Float32Array): Float32Array {
  const padded = new Float32Array(
    Math.max(samples.length, Math.min(samples.length * 2, LONGEST_INPUT_SECONDS * SAMPLE_RATE)),
  )
  padded.set(samples)
  return padded
}

export function toSamples(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  return Float32Array.from({ length: pcm.byteLength >> 1 }, (_, index) => view.getInt16(index * 2, true) / 32_768)
}

export function cut(samples: Float32Array, { start, end }: Span): Float32Array {
  return samples.subarray(Math.floor(start * SAMPLE_RATE), Math.ceil(end * SAMPLE_RATE))
}
