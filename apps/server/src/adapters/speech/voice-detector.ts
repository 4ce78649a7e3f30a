import { join } from 'node:path'

import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import { cutLong, joinSpeech } from '@doslovno/domain/media/pieces.ts'
import type { Span } from '@doslovno/domain/span.ts'
import sherpa from 'sherpa-onnx-node'

import { models } from './catalogue.ts'

const WINDOW = 512
const BUFFER_SECONDS = 60

export function createVad(modelsDir: string): sherpa.Vad {
  const model = join(modelsDir, models['silero-vad'].folder, 'silero_vad.onnx')
  const thresholds = { threshold: 0.5, minSilenceDuration: 0.3, minSpeechDuration: 0.25, maxSpeechDuration: 14 }
  return new sherpa.Vad(
    { sileroVad: { model, ...thresholds, windowSize: WINDOW }, sampleRate: SAMPLE_RATE, numThreads: 1 },
    BUFFER_SECONDS,
  )
}

/** Speech as pieces for a recogniser; it gets nothing else. */
export function speechPieces(speech: readonly Span[], samples: Float32Array, longestSeconds: number): Span[] {
  const spans = speech.flatMap((span) => cutLong(span, samples, longestSeconds))
  return joinSpeech(spans, samples.length / SAMPLE_RATE, longestSeconds)
}

/** Where a recording holds speech. */
export function speechIn(vad: sherpa.Vad, samples: Float32Array): Span[] {
  const spans: Span[] = []
  const drain = () => {
    for (; !vad.isEmpty(); vad.pop()) {
      const { start, samples: spoken } = vad.front(false)
      spans.push({ start: start / SAMPLE_RATE, end: (start + spoken.length) / SAMPLE_RATE })
    }
  }
  vad.reset()
  for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) {
    vad.acceptWaveform(samples.subarray(at, at + WINDOW))
    drain()
  }
  vad.flush()
  drain()
  return spans
}
