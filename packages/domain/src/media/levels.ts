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

/** The loudest level of each of `count` equal slices, in percent of the loudest of all. */
export function peaksOf(levels: ArrayLike<number>, count: number): number[] {
  const bars = Math.min(count, levels.length)
  const loudest = Array.from({ length: bars }, (_, bar) => {
    const to = Math.max(Math.floor(((bar + 1) * levels.length) / bars), Math.floor((bar * levels.length) / bars) + 1)
    let max = 0
    for (let at = Math.floor((bar * levels.length) / bars); at < to; at++) max = Math.max(max, levels[at] ?? 0)
    return max
  })
  const top = loudest.reduce((a, b) => Math.max(a, b), 0) || 1
  return loudest.map((level) => Math.round((level / top) * 100))
}
