import { SAMPLE_RATE } from '#media/levels.ts'

/** What a stretch of a recording sounds like, as far as loudness along it tells; in decibels. */
export type Sound = {
  /** Of the loudest moments; 0 is as loud as samples can be. */
  loudness: number
  /** Between the loud moments and the quiet ones. Speech goes up and down, noise and hum do not. */
  range: number
  /** Between the quiet moments themselves: noise behind speech is steady, music and other voices are not. */
  stir: number
  /** Time that is not much quieter than the loud moments. */
  soundingSeconds: number
}

/** `quiet`: somebody near the microphone in a quiet room; `crowd`: other voices or music besides, or alone. */
export type Background = 'quiet' | 'steady' | 'crowd'

const FRAME_SECONDS = 0.02
const FRAME = SAMPLE_RATE * FRAME_SECONDS
const LOUD_FRAMES = 10
const SOUNDING_RANGE = 25
const NOTHING = 1e-10

/** Below it there is nothing but the noise of the converter. */
const SILENCE = -72
/** Steady noise, hum and hiss stay within it. */
const STEADY_RANGE = 2.3
/** Speech in a quiet room has more. */
const QUIET_RANGE = 24
/** Noise behind speech has less. */
const STEADY_STIR = 1.25

/** How loud speech is made before it is listened to, and how much louder at most. */
const WANTED = -20
const GREATEST_GAIN = 35

export function soundOf(samples: Float32Array): Sound {
  const levels = loudnessAlong(samples).sort()
  const loud = levels.slice(-LOUD_FRAMES)
  const loudness = loud.reduce((sum, level) => sum + level, 0) / Math.max(1, loud.length)
  const share = (part: number) => levels[Math.floor(levels.length * part)] ?? loudness
  const sounding = levels.filter((level) => level > loudness - SOUNDING_RANGE)
  return {
    loudness,
    range: loudness - share(0.1),
    stir: share(0.2) - share(0.05),
    soundingSeconds: sounding.length * FRAME_SECONDS,
  }
}

/** Whether it may be speech at all. */
export function canBeSpeech({ loudness, range }: Sound): boolean {
  return loudness > SILENCE && range > STEADY_RANGE
}

/** What is behind the speech, if there is speech. */
export function backgroundOf({ range, stir }: Sound): Background {
  if (range > QUIET_RANGE) return 'quiet'
  return stir > STEADY_STIR ? 'crowd' : 'steady'
}

/** What to multiply quiet samples by, so that the voice detector hears them as well as loud ones. */
export function gainFor({ loudness }: Sound): number {
  if (loudness <= SILENCE) return 1
  const decibels = Math.min(Math.max(WANTED - loudness, 0), GREATEST_GAIN)
  return 10 ** (decibels / 20)
}

/** Loudness of each frame; the difference of neighbouring samples keeps rumble and hum from counting. */
function loudnessAlong(samples: Float32Array): Float32Array {
  return Float32Array.from({ length: Math.max(0, Math.floor((samples.length - 1) / FRAME)) }, (_, frame) => {
    let sum = 0
    for (let at = frame * FRAME; at < (frame + 1) * FRAME; at++) {
      const change = (samples[at + 1] ?? 0) - 0.97 * (samples[at] ?? 0)
      sum += change * change
    }
    return 10 * Math.log10(sum / FRAME + NOTHING)
  })
}
