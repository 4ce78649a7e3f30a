import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import sherpa from 'sherpa-onnx-node'

import { models } from './catalogue.ts'

/**
 * The share of the cleaned sound; the rest is the original. The recognisers were trained on noisy speech and mind what
 * cleaning does to it: cleaned alone it is recognised worse than noisy, see docs/BENCHMARKS.md.
 */
const CLEANED_SHARE = 0.5

/** Reduces the noise of bad recordings. */
export function createDenoiser(modelsDir: string): (samples: Float32Array) => Float32Array {
  const model = join(modelsDir, models.gtcrn.folder, 'gtcrn_simple.onnx')
  const denoiser = new sherpa.OfflineSpeechDenoiser({ model: { gtcrn: { model }, numThreads: 1 } })
  return (samples) => {
    const cleaned = denoiser.run({ samples, sampleRate: SAMPLE_RATE, enableExternalBuffer: false }).samples
    return samples.map((sample, index) => sample + CLEANED_SHARE * ((cleaned[index] ?? 0) - sample))
  }
}
