import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'
import type { Span } from '@doslovno/domain/span.ts'

const LONGEST_INPUT_SECONDS = 27.5

export function toSamples(pcm: Uint8Array): Float32Array {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength)
  return Float32Array.from({ length: pcm.byteLength >> 1 }, (_, index) => view.getInt16(index * 2, true) / 32_768)
}

export function toPcm(samples: Float32Array): Uint8Array {
  const values = Int16Array.from(samples, (sample) => Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768))))
  return new Uint8Array(values.buffer)
}

export function cut(samples: Float32Array, { start, end }: Span): Float32Array {
  return samples.subarray(Math.floor(start * SAMPLE_RATE), Math.ceil(end * SAMPLE_RATE))
}

/**
 * Whisper here writes at most six tokens per second of input, so double the length to keep fast speech whole. More than
 * 30 s, the engine's own padding included, would be cut off.
 */
export function withSilence(samples: Float32Array): Float32Array {
  const padded = new Float32Array(
    Math.max(samples.length, Math.min(samples.length * 2, LONGEST_INPUT_SECONDS * SAMPLE_RATE)),
  )
  padded.set(samples)
  return padded
}

export function amplify(samples: Float32Array, gain: number): Float32Array {
  return gain === 1 ? samples : samples.map((sample) => Math.max(-1, Math.min(1, sample * gain)))
}
