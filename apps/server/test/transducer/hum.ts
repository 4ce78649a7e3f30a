import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'

/** Seconds of a chord that rises and falls like a voice: enough to be decoded. */
export function hum(seconds: number): Float32Array {
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) => {
    const at = index / SAMPLE_RATE
    const loudness = Math.max(0, Math.sin(2 * Math.PI * 3 * at))
    return [1, 2, 3, 4].reduce((sum, harmonic) => sum + 0.1 * loudness * Math.sin(2 * Math.PI * 130 * harmonic * at), 0)
  })
}
