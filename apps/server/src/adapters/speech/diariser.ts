import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { HeardWindow } from '@doslovno/domain/speakers/join-windows.ts'
import { windowSpeakers } from '@doslovno/domain/speakers/window-speakers.ts'
import sherpa, { type DiarizationSegment } from 'sherpa-onnx-node'

import { models, type ModelOf } from './catalogue.ts'
import { cut } from './samples.ts'

export type SpeakerModel = ModelOf<'embedding'>

export type Diarise = (samples: Float32Array) => HeardWindow

/**
 * The engine's step as a share of its ten-second window. The default of a tenth processes every moment ten times; four
 * times do as well in half the time, see docs/decisions/0008-speech.md.
 */
const STEP_SHARE = 0.25

/** Long enough to identify a voice, short enough to hold only one. */
const SLICE_SECONDS = 4

/**
 * Diarises one window. The engine finds the turns; we assign speakers by the voice of each few seconds of a turn,
 * because the engine's own speakers tend to merge two people or to split one into three.
 */
export function createDiariser(modelsDir: string, model: SpeakerModel): Diarise {
  const diarization = createDiarization(modelsDir, model)
  const extractor = new sherpa.SpeakerEmbeddingExtractor({ model: embeddingPath(modelsDir, model), numThreads: 1 })
  return (samples) => {
    const turns = diarization.process(samples)
    const slices = turns
      .flatMap(slicesOf)
      .map((slice) => ({ ...slice, embedding: voiceIn(extractor, cut(samples, slice)) }))
    return windowSpeakers(slices, models[model].turnsThreshold)
  }
}

export function createDiarization(modelsDir: string, model: SpeakerModel): sherpa.OfflineSpeakerDiarization {
  const segmentation = join(modelsDir, models['pyannote-segmentation'].folder, 'model.int8.onnx')
  return new sherpa.OfflineSpeakerDiarization({
    segmentation: { pyannote: { model: segmentation, windowShiftRatio: STEP_SHARE }, numThreads: 1 },
    embedding: { model: embeddingPath(modelsDir, model), numThreads: 1 },
    clustering: { numClusters: -1, threshold: models[model].segmentsThreshold },
    minDurationOn: 0.2,
    minDurationOff: 0.5,
  })
}

function embeddingPath(modelsDir: string, model: SpeakerModel): string {
  return join(modelsDir, models[model].folder, models[model].files[0].name)
}

function slicesOf({ start, end, speaker }: DiarizationSegment): DiarizationSegment[] {
  const count = Math.max(1, Math.round((end - start) / SLICE_SECONDS))
  const borders = Array.from({ length: count + 1 }, (_, index) => start + ((end - start) * index) / count)
  return borders.slice(1).map((border, index) => ({ start: borders[index] ?? start, end: border, speaker }))
}

/** Null if the slice is too short for an embedding. */
function voiceIn(extractor: sherpa.SpeakerEmbeddingExtractor, samples: Float32Array): number[] | null {
  const stream = extractor.createStream()
  stream.acceptWaveform({ samples, sampleRate: SAMPLE_RATE })
  stream.inputFinished()
  if (!extractor.isReady(stream)) return null
  const voice = [...extractor.compute(stream, false)]
  return voice.every(Number.isFinite) ? voice : null
}
