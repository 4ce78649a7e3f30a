import type { Hear } from '@doslovno/simulators/speech/hear.ts'

import { createLocalSpeech } from '#adapters/speech/local.ts'
import type { Speech } from '#adapters/speech/port.ts'

import { testModelsDir } from './recordings/recordings.ts'

const FALLBACK = 'en'
let speech: Promise<Speech> | undefined

/** The smallest of our own models behind the simulated speech server; loaded when the first sound comes. */
export const hear: Hear = async ({ pcm, language }, signal) => {
  speech ??= createLocalSpeech({ modelsDir: testModelsDir(), model: 'whisper-tiny', slots: 1 })
  const engine = await speech
  const identified = language ?? (await engine.identifyLanguage(pcm, signal)) ?? FALLBACK
  const { words } = await engine.recognise(pcm, { language: identified, isNoisy: false }, signal)
  return { words, language: identified }
}
