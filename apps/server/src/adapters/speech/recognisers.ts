import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import sherpa, { type ModelConfig, type RecognizerConfig } from 'sherpa-onnx-node'

import { models, type ModelOf } from './catalogue.ts'
import { withSilence } from './samples.ts'
import { type Heard, toHeard } from './words.ts'

export type WhisperModel = ModelOf<'whisper'>
export type RussianModel = ModelOf<'transducer'>
export type RecogniserModel = WhisperModel | RussianModel

export type RecogniserChoice = {
  modelsDir: string
  whisper: WhisperModel
  /** Recognises Russian better than Whisper; undefined if not installed. */
  russian?: RussianModel | undefined
}

/** Lets Whisper detect the language by itself. */
export const ANY_LANGUAGE = ''

/** The model that recognises a language. */
export function recogniserFor({ whisper, russian }: RecogniserChoice, language: string): RecogniserModel {
  return russian && (models[russian].languages as readonly string[]).includes(language) ? russian : whisper
}

export type LoadedRecogniser = {
  model: RecogniserModel
  decode(samples: Float32Array, language: string): Heard
}

/** Loads each recogniser on first use and keeps it. */
export function createRecognisers(choice: RecogniserChoice) {
  const loaded = new Map<RecogniserModel, LoadedRecogniser>()
  return (language: string): LoadedRecogniser => {
    const model = recogniserFor(choice, language)
    const recogniser = loaded.get(model) ?? load(choice.modelsDir, model, language)
    loaded.set(model, recogniser)
    return recogniser
  }
}

function load(modelsDir: string, model: RecogniserModel, language: string): LoadedRecogniser {
  const recogniser = createRecogniser(modelsDir, model, language)
  const isWhisper = models[model].kind === 'whisper'
  let current = language
  return {
    model,
    decode: (samples, nextLanguage) => {
      if (isWhisper && nextLanguage !== current) recogniser.setConfig(recogniserConfig(modelsDir, model, nextLanguage))
      current = nextLanguage
      const stream = recogniser.createStream()
      stream.acceptWaveform({ samples: isWhisper ? withSilence(samples) : samples, sampleRate: SAMPLE_RATE })
      recogniser.decode(stream)
      return toHeard(recogniser.getResult(stream), samples.length / SAMPLE_RATE)
    },
  }
}

export function createRecogniser(
  modelsDir: string,
  model: RecogniserModel,
  language: string,
): sherpa.OfflineRecognizer {
  return new sherpa.OfflineRecognizer(recogniserConfig(modelsDir, model, language))
}

export function recogniserConfig(modelsDir: string, model: RecogniserModel, language: string): RecognizerConfig {
  const folder = join(modelsDir, models[model].folder)
  return {
    featConfig: { sampleRate: SAMPLE_RATE, featureDim: 80 },
    modelConfig: {
      ...(model === 'gigaam-v3' ? transducer(folder) : whisper(folder, model.replace('whisper-', ''), language)),
      // More threads spend more CPU for the same text; run several processes of one thread instead.
      numThreads: 1,
      provider: 'cpu',
    },
  }
}

function whisper(folder: string, size: string, language: string): Pick<ModelConfig, 'whisper' | 'tokens'> {
  return {
    whisper: {
      encoder: join(folder, `${size}-encoder.int8.onnx`),
      decoder: join(folder, `${size}-decoder.int8.onnx`),
      language,
      task: 'transcribe',
      tailPaddings: 200,
      enableTokenTimestamps: 1,
    },
    tokens: join(folder, `${size}-tokens.txt`),
  }
}

/** The engine reads a transducer's feature count from its file. */
function transducer(folder: string): Pick<ModelConfig, 'transducer' | 'tokens' | 'modelType'> {
  return {
    transducer: {
      encoder: join(folder, 'encoder.int8.onnx'),
      decoder: join(folder, 'decoder.onnx'),
      joiner: join(folder, 'joiner.onnx'),
    },
    tokens: join(folder, 'tokens.txt'),
    modelType: 'nemo_transducer',
  }
}
