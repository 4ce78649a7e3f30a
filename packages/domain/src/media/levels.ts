/** Input of the speech engines: 16 kHz, mono, signed 16-bit little-endian. */
export const SAMPLE_RATE = 16_000
export const BYTES_PER_SECOND = SAMPLE_RATE * 2

export const FRAME_SECONDS = 0.05
export const FRAME_BYTES = BYTES_PER_SECOND * FRAME_SECONDS

/** Loudness of one PCM frame, 0–1. */
export function frameLevel(samples: Int16Array): number {
  let sum = 0
  for (const sample of samples) sum += sample * sample
  return Math.sqrt(sum / Math.max(1, samples.length)) / 32_768
}
