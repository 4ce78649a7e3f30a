import { BYTES_PER_SECOND } from '@doslovno/domain/media/levels.ts'
import type { HeardWindow, SpeakersHint } from '@doslovno/domain/speakers/join-windows.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { Config } from '#platform/config.ts'

import { models } from './catalogue.ts'
import type { EngineOptions, HearOptions } from './engine.ts'
import { checkModels, hasModel } from './model-files.ts'
import { RecogniserPool } from './pool.ts'
import type { Answer } from './protocol.ts'
import { Recogniser } from './recogniser.ts'
import { recogniserFor } from './recognisers.ts'
import { passesSelfTest } from './self-test.ts'

/** Speech to words. PCM is 16 kHz, mono, signed 16-bit; times count from its start. */
export type Speech = {
  /** The model that recognises a language. */
  modelFor(language: string): string
  recognise(pcm: Uint8Array, options: HearOptions, signal: AbortSignal): Promise<Word[]>
  /** Undefined if there is no speech. */
  identifyLanguage(pcm: Uint8Array, signal: AbortSignal): Promise<string | undefined>
  /** Diarises a window of at most ten minutes; `joinWindows` joins windows into the speakers of a recording. */
  diarise(pcm: Uint8Array, options: { speakers: SpeakersHint }, signal: AbortSignal): Promise<HeardWindow>
  /** The largest distance between voices of one speaker in different windows. */
  readonly voicesThreshold: number
  close(): void
}

const SPEAKERS = 'speaker-xvector'
const RUSSIAN = 'gigaam-v3'

/** Checks the model files and starts one recogniser process per slot, loaded and ready. */
export async function createSpeech({ modelsDir, model, slots }: Config['speech']): Promise<Speech> {
  await checkModels(modelsDir, [model, 'silero-vad', 'pyannote-segmentation', SPEAKERS, 'gtcrn'])
  const options = await withRussian({ modelsDir, whisper: model, speakers: SPEAKERS })
  const pool = new RecogniserPool(slots, () => new Recogniser(options))
  await pool.warmUp()
  return {
    modelFor: (language) => recogniserFor(options, language),
    voicesThreshold: models[SPEAKERS].voicesThreshold,
    recognise: async (pcm, { language, isNoisy }, signal) => {
      const answer = await pool.ask({ kind: 'recognise', pcm, language, isNoisy }, signal)
      if (answer.kind !== 'words') throw unexpected(answer)
      return answer.words
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
    close: () => pool.close(),
  }
}

/** Adds the best Russian model, if it is installed and works on this machine. */
async function withRussian(options: EngineOptions): Promise<EngineOptions> {
  if (!(await hasModel(options.modelsDir, RUSSIAN))) return options
  const withModel = { ...options, russian: RUSSIAN } as const
  return (await passesSelfTest(withModel, 'ru')) ? withModel : options
}

/** A single speaker needs no diarisation. */
function onlySpeaker(pcm: Uint8Array): HeardWindow {
  const seconds = pcm.byteLength / BYTES_PER_SECOND
  return { turns: [{ start: 0, end: seconds, speaker: 0 }], voices: [{ embedding: [], seconds }] }
}

function unexpected(answer: Answer): Error {
  return new Error(answer.kind === 'failed' ? `The recogniser failed: ${answer.message}` : `Unexpected ${answer.kind}`)
}
