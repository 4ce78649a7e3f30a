import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'

import type { EngineOptions } from './engine.ts'
import type { Question } from './protocol.ts'
import { Recogniser } from './recogniser.ts'

const CLIP_SECONDS = 3
const LONGEST_MILLISECONDS = 120_000
const HOTWORDS = ['\u0442\u0435\u0441\u0442', 'test :x', '#test/@test']

/** Whether a recogniser with these models answers a question. Runs in a child, which may crash. */
export function passesSelfTest(options: EngineOptions, language: string): Promise<boolean> {
  return answers(options, knownClip(language))
}

/** Whether the Russian model survives hotwords, signs of the engine's syntax among them. */
export function passesHotwordsTest(options: EngineOptions): Promise<boolean> {
  return answers(options, { kind: 'rehear', pcm: clip(), terms: HOTWORDS })
}

async function answers(options: EngineOptions, question: Question): Promise<boolean> {
  const recogniser = new Recogniser(options)
  try {
    const answer = await recogniser.ask(question, AbortSignal.timeout(LONGEST_MILLISECONDS))
    return answer.kind === 'words'
  } catch {
    return false
  } finally {
    recogniser.kill()
  }
}

/** A question that reaches the recogniser: the voice detector, which would drop the clip, is left out. */
export function knownClip(language: string): Question {
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
