import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'

import { diariserModels, SPEAKERS } from '#adapters/speech/catalogue.ts'
import { checkModels } from '#adapters/speech/model-files.ts'
import { RecogniserPool } from '#adapters/speech/pool.ts'
import { unexpected } from '#adapters/speech/protocol.ts'
import { Recogniser } from '#adapters/speech/recogniser.ts'
import { AppError } from '#platform/errors.ts'

export type Diarisers = {
  diarise(pcm: Uint8Array, signal: AbortSignal): Promise<HeardWindow>
  close(): void
}

/** Diarises on this machine: no protocol returns voices. The models are loaded when the first window comes. */
export async function createDiarisers(modelsDir: string, count: number): Promise<Diarisers> {
  if (count === 0) return noDiarisers
  await checkModels(modelsDir, diariserModels)
  let pool: RecogniserPool | undefined
  return {
    diarise: async (pcm, signal) => {
      pool ??= new RecogniserPool(count, () => new Recogniser({ modelsDir, speakers: SPEAKERS }))
      const answer = await pool.ask({ kind: 'diarise', pcm }, signal)
      if (answer.kind !== 'window') throw unexpected(answer)
      return answer.window
    },
    close: () => pool?.close(),
  }
}

/** The text is complete without speakers, and says so. */
const noDiarisers: Diarisers = {
  diarise: async () => {
    throw new AppError('processingFailed')
  },
  close: () => undefined,
}
