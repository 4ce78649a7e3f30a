import { readFileSync } from 'node:fs'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/span.ts'
import type { Turn } from '@doslovno/domain/speakers/turns.ts'
import { createDiarization } from '@doslovno/server/adapters/speech/diariser.ts'
import { createRecogniser, type WhisperModel } from '@doslovno/server/adapters/speech/recognisers.ts'
import { cut, toSamples, withSilence } from '@doslovno/server/adapters/speech/samples.ts'

/** A task for a bare engine: recognise a piece or diarise a window of a file of samples. */
export type BareTask = { kind: 'piece' | 'window'; pcmPath: string; span: Span }
export type BareAnswer = { text: string; turns: Turn[] }

/** sherpa-onnx alone: `speech-bare-child.ts MODELS_DIR MODEL`; answers each task over IPC. */
const [, , modelsDir = '', model = ''] = process.argv
const recogniser = createRecogniser(modelsDir, model as WhisperModel, 'ru')
const diarization = createDiarization(modelsDir, 'speaker-xvector')
let open: { pcmPath: string; samples: Float32Array } = { pcmPath: '', samples: new Float32Array(0) }

function answer({ kind, pcmPath, span }: BareTask): BareAnswer {
  if (open.pcmPath !== pcmPath) open = { pcmPath, samples: toSamples(readFileSync(pcmPath)) }
  const samples = cut(open.samples, span)
  if (kind === 'window') return { text: '', turns: diarization.process(samples.slice()) }
  const stream = recogniser.createStream()
  stream.acceptWaveform({ samples: withSilence(samples), sampleRate: SAMPLE_RATE })
  recogniser.decode(stream)
  return { text: recogniser.getResult(stream).text, turns: [] }
}

process.on('message', (task: BareTask) => process.send?.(answer(task)))
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
