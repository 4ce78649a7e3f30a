import { readFileSync } from 'node:fs'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/media/pieces.ts'
import {
  createRecogniser,
  cut,
  type SpeechModel,
  toSamples,
  withSilence,
} from '@doslovno/server/adapters/speech/engine.ts'

/** The engine and nothing else: `bare-child.ts MODELS_DIR MODEL PCM_FILE`; a span in, «done» out. */
const [, , modelsDir = '', model = '', pcmPath = ''] = process.argv
const recogniser = createRecogniser({ modelsDir, model: model as SpeechModel }, 'ru')
const samples = toSamples(readFileSync(pcmPath))

process.on('message', (span: Span) => {
  const stream = recogniser.createStream()
  stream.acceptWaveform({ samples: withSilence(cut(samples, span)), sampleRate: SAMPLE_RATE })
  recogniser.decode(stream)
  recogniser.getResult(stream)
  process.send?.('done')
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
