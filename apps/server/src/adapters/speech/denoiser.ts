import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import sherpa from 'sherpa-onnx-node'

import { models } from './catalogue.ts'

/** Takes the noise out of bad recordings. */
export function createDenoiser(modelsDir: string): (samples: Float32Array) => Float32Array {
  const model = join(modelsDir, models.gtcrn.folder, 'gtcrn_simple.onnx')
  const denoiser = new sherpa.OfflineSpeechDenoiser({ model: { gtcrn: { model }, numThreads: 1 } })
  return (samples) => denoiser.run({ samples, sampleRate: SAMPLE_RATE, enableExternalBuffer: false }).samples
}
