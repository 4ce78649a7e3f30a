import { readFileSync } from 'node:fs'

import { cut, recogniserConfig, type SpeechModel, toSamples, withSilence } from '@doslovno/server/adapters/speech/engine.ts'
import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/media/pieces.ts'
import sherpa from 'sherpa-onnx-node'

/** The engine and nothing else: `bare-child.ts MODELS_DIR MODEL PCM_FILE`; a span in, «done» out. */
const [, , modelsDir = '', model = '', pcmPath = ''] = process.argv
const recogniser = new sherpa.OfflineRecognizer(recogniserConfig({ modelsDir, model: model as SpeechModel }, 'ru'))
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
