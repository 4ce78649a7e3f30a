import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { Recogniser } from '#adapters/speech/recogniser.ts'
import { toPcm } from '#adapters/speech/samples.ts'
import { testModelsDir } from '#test/recordings/recordings.ts'

import { hum } from './hum.ts'
import { placeToyTransducer } from './toy-transducer.ts'

/** A recogniser with the toy model that hears pieces again; `hummed` makes seconds of sound for it. */
export async function startToySpeech() {
  const modelsDir = mkdtempSync(join(tmpdir(), 'toy-speech-'))
  symlinkSync(join(testModelsDir(), 'silero-vad'), join(modelsDir, 'silero-vad'))
  await placeToyTransducer(modelsDir)
  const models = { whisper: 'whisper-tiny', russian: 'gigaam-v3', speakers: 'speaker-xvector' } as const
  const recogniser = new Recogniser({ modelsDir, ...models })
  return {
    rehear: async (pcm: Uint8Array, terms: readonly string[], signal: AbortSignal) => {
      const answer = await recogniser.ask({ kind: 'rehear', pcm, terms }, signal)
      return answer.kind === 'words' ? answer.words : []
    },
    hummed: (seconds: number) => toPcm(hum(seconds)),
    close: () => {
      recogniser.kill()
      rmSync(modelsDir, { recursive: true })
    },
  }
}
