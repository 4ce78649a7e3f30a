import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'

import { models, SPEAKERS } from './catalogue.ts'
import type { EngineOptions } from './engine.ts'
import { checkModels, hasModel, requiredModels } from './model-files.ts'
import { onlySpeaker } from './only-speaker.ts'
import { RecogniserPool } from './pool.ts'
import type { Speech } from './port.ts'
import { type Question, unexpected } from './protocol.ts'
import { Recogniser } from './recogniser.ts'
import { recogniserFor, type WhisperModel } from './recognisers.ts'

export type LocalSpeechOptions = { modelsDir: string; model: WhisperModel; slots: number; idleSeconds?: number }

const RUSSIAN = 'gigaam-v3'

/** Checks the model files and starts one recogniser process per slot, loaded and ready. */
export async function createLocalSpeech({ modelsDir, model, slots, idleSeconds }: LocalSpeechOptions): Promise<Speech> {
  await checkModels(modelsDir, requiredModels({ model, remote: undefined }))
  const options = await withRussian({ modelsDir, whisper: model, speakers: SPEAKERS })
  const pool = new RecogniserPool(slots, () => new Recogniser(options), idleSeconds)
  await pool.warmUp()
  return {
    modelFor: (language) => recogniserFor(options, language),
    voicesThreshold: models[SPEAKERS].voicesThreshold,
    recognise: async (pcm, { language, isNoisy }, signal) => {
      const answer = await pool.ask({ kind: 'recognise', pcm, language, isNoisy }, signal)
      if (answer.kind !== 'words') throw unexpected(answer)
      return answer
    },
    identifyLanguage: async (pcm, signal) => {
      const answer = await pool.ask({ kind: 'identify', pcm }, signal)
      if (answer.kind !== 'language') throw unexpected(answer)
      return answer.language
    },
    diarise: async (pcm, { speakers }, signal) => {
      if (speakers === 1) return onlySpeaker(pcm)
      const answer = await pool.ask({ kind: 'diarise', pcm }, signal)
      if (answer.kind !== 'window') throw unexpected(answer)
      return answer.window
    },
    selfTest: async (signal) => {
      const answers = await Promise.all(Array.from({ length: slots }, () => pool.ask(knownClip('ru'), signal)))
      for (const answer of answers) if (answer.kind !== 'words') throw unexpected(answer)
    },
    // A recogniser that dies is replaced, so there is nothing to wait for.
    isUp: async () => true,
    close: () => pool.close(),
  }
}

/** Adds the best Russian model, if it is installed and works on this machine. */
async function withRussian(options: EngineOptions): Promise<EngineOptions> {
  if (!(await hasModel(options.modelsDir, RUSSIAN))) return options
  const withModel = { ...options, russian: RUSSIAN } as const
  return (await passesSelfTest(withModel, 'ru')) ? withModel : options
}

const CLIP_SECONDS = 3
const LONGEST_MILLISECONDS = 120_000

/** Whether a recogniser with these models answers a question. Runs in a child, which may crash. */
export async function passesSelfTest(options: EngineOptions, language: string): Promise<boolean> {
  const recogniser = new Recogniser(options)
  try {
    const answer = await recogniser.ask(knownClip(language), AbortSignal.timeout(LONGEST_MILLISECONDS))
    return answer.kind === 'words'
  } catch {
    return false
  } finally {
    recogniser.kill()
  }
}

/** A question that reaches the recogniser: the voice detector, which would drop the clip, is left out. */
function knownClip(language: string): Question {
  return { kind: 'recognise', pcm: clip(), language, isNoisy: false, hearsEverything: true }
}

/** A voice-like tone of rising and falling loudness: enough to be decoded, without words. */
function clip(): Uint8Array {
  const samples = Int16Array.from({ length: CLIP_SECONDS * SAMPLE_RATE }, (_, index) => {
    const seconds = index / SAMPLE_RATE
    const loudness = Math.max(0, Math.sin(2 * Math.PI * 3 * seconds))
    const tone = [1, 2, 3, 4].reduce((sum, harmonic) => sum + Math.sin(2 * Math.PI * 130 * harmonic * seconds), 0)
    return 4000 * loudness * tone
  })
  return new Uint8Array(samples.buffer)
}
