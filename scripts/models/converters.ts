import type { Origin } from '@doslovno/server/adapters/speech/catalogue.ts'

import { addGtcrnMetadata } from './gtcrn.ts'
import { convertXvector } from './kaldi/convert.ts'
import { convertWhisper } from './whisper/convert.ts'

/** Makes the files of a model by name from what is published. */
export type Converter = (read: (name: string) => Promise<Buffer>) => Promise<Record<string, Buffer>>

export const converters: Readonly<Record<Origin['converter'], Converter>> = {
  whisper: convertWhisper,
  xvector: convertXvector,
  gtcrn: addGtcrnMetadata,
  silero: async (read) => ({
    LICENSE: await read('LICENSE'),
    'silero_vad.onnx': await read('weights/silero_vad.onnx'),
  }),
}
