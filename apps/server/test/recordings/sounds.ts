import { SAMPLE_RATE } from '@doslovno/domain/media/levels.ts'

/** Sounds without speech, the same in every run. */
export const sounds = { silence, whiteNoise, pinkNoise, hum, melody }

type Samples = Float32Array

function silence(seconds: number): Samples {
  return new Float32Array(seconds * SAMPLE_RATE)
}

function whiteNoise(seconds: number): Samples {
  const random = createRandom(1)
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, () => random() + random() + random() - 1.5)
}

/** Equal energy in every octave: rain, air, tape. */
function pinkNoise(seconds: number): Samples {
  const filters = [
    { pole: 0.997, size: 0.099, state: 0 },
    { pole: 0.963, size: 0.297, state: 0 },
    { pole: 0.57, size: 1.053, state: 0 },
  ]
  return whiteNoise(seconds).map((value) => {
    for (const filter of filters) filter.state = filter.pole * filter.state + filter.size * value
    return filters.reduce((sum, filter) => sum + filter.state, 0.185 * value)
  })
}

/** Mains hum with its overtones. */
function hum(seconds: number): Samples {
  const overtones = [
    [50, 1],
    [100, 0.3],
    [150, 0.5],
    [250, 0.2],
  ] as const
  return Float32Array.from({ length: seconds * SAMPLE_RATE }, (_, index) =>
    overtones.reduce((sum, [hertz, size]) => sum + size * Math.sin((2 * Math.PI * hertz * index) / SAMPLE_RATE), 0),
  )
}

/** Random plucked notes of a scale over a bass. */
function melody(seconds: number): Samples {
  const random = createRandom(5)
  const samples = new Float32Array(seconds * SAMPLE_RATE)
  const pick = (values: readonly number[]) => values[Math.floor(random() * values.length)] ?? 0
  for (let at = 0; at < samples.length;) {
    const length = Math.floor(SAMPLE_RATE * pick([0.25, 0.5, 0.5, 1]))
    for (const octave of [4, 3]) {
      const hertz = 261.6 * 2 ** (octave - 4 + pick([0, 2, 4, 5, 7, 9, 11]) / 12)
      for (let index = 0; index < length && at + index < samples.length; index++)
        add(samples, at + index, note(hertz, index / SAMPLE_RATE))
    }
    at += length
  }
  return samples
}

function note(hertz: number, seconds: number): number {
  const loudness = Math.min(1, seconds / 0.02) * Math.exp(-2 * seconds)
  return [1, 2, 3, 4, 5].reduce(
    (sum, overtone) => sum + (loudness * Math.sin(2 * Math.PI * hertz * overtone * seconds)) / overtone ** 1.5,
    0,
  )
}

function add(samples: Samples, index: number, value: number): void {
  samples[index] = (samples[index] ?? 0) + value
}

/** Overlapping voices at different speeds, none of them intelligible. */
export function babble(seconds: number, voices: number, recordings: readonly Samples[]): Samples {
  const random = createRandom(1)
  const mixed = new Float32Array(seconds * SAMPLE_RATE)
  for (let voice = 0; voice < voices; voice++) {
    const speed = 0.85 + 0.05 * (voice % 7)
    for (let at = -Math.floor(random() * 10 * SAMPLE_RATE); at < mixed.length;) {
      const said = recordings[Math.floor(random() * recordings.length)] ?? mixed
      const length = Math.floor(said.length / speed)
      for (let index = Math.max(0, -at); index < length && at + index < mixed.length; index++)
        add(mixed, at + index, said[Math.floor(index * speed)] ?? 0)
      at += length + Math.floor(random() * 0.3 * SAMPLE_RATE)
    }
  }
  return mixed
}

/** Adds noise to speech, `decibels` quieter than the speech. */
export function mix(speech: Samples, noise: Samples, decibels: number): Samples {
  const gain = (loudnessOf(speech) / loudnessOf(noise)) * 10 ** (-decibels / 20)
  return speech.map((sample, index) => sample + gain * (noise[index % noise.length] ?? 0))
}

/** Scales a sound to an average level; 0 dB is full scale. */
export function atLevel(samples: Samples, decibels: number): Samples {
  const gain = 10 ** (decibels / 20) / (loudnessOf(samples) || 1)
  return samples.map((sample) => Math.max(-1, Math.min(1, sample * gain)))
}

export function toPcm(samples: Samples): Buffer {
  const pcm = Int16Array.from(samples, (sample) => Math.round(Math.max(-1, Math.min(1, sample)) * 32_767))
  return Buffer.from(pcm.buffer)
}

function loudnessOf(samples: Samples): number {
  return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / Math.max(1, samples.length))
}

/** 0–1, the same sequence for the same seed. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647
}
