import { SAMPLE_RATE } from '#media/levels.ts'
import type { Span } from '#span.ts'

/** Loudness statistics of a span, in decibels. */
export type Sound = {
  /** Mean of the loudest frames; 0 is full scale. */
  loudness: number
  /** Difference between loud and quiet frames. Speech varies, noise and hum do not. */
  range: number
  /** Spread of the quiet frames: background noise is steady, music and other voices are not. */
  stir: number
  /** Time not much quieter than the loudest frames. */
  soundingSeconds: number
}

/** `quiet`: close speech in a quiet room; `steady`: noise behind it; `crowd`: other voices or music. */
export type Background = 'quiet' | 'steady' | 'crowd'

const FRAME_SECONDS = 0.02
const FRAME = SAMPLE_RATE * FRAME_SECONDS
const LOUD_FRAMES = 10
const SOUNDING_RANGE = 25
const NOTHING = 1e-10

/** Below this there is only converter noise. */
const SILENCE = -72
/** The range of steady noise, hum and hiss stays below this. */
const STEADY_RANGE = 2.3
/** The range of speech in a quiet room is above this. */
const QUIET_RANGE = 24
/** The stir of noise behind speech is below this. */
const STEADY_STIR = 1.25

/** Target loudness of speech before recognition, and the largest gain. */
const WANTED = -20
const GREATEST_GAIN = 35

export function soundOf(samples: Float32Array): Sound {
  const levels = loudnessAlong(samples).sort()
  const loud = levels.slice(-LOUD_FRAMES)
  const loudness = loud.reduce((sum, level) => sum + level, 0) / Math.max(1, loud.length)
  const quantile = (share: number) => levels[Math.floor(levels.length * share)] ?? loudness
  const sounding = levels.filter((level) => level > loudness - SOUNDING_RANGE)
  return {
    loudness,
    range: loudness - quantile(0.1),
    stir: quantile(0.2) - quantile(0.05),
    soundingSeconds: sounding.length * FRAME_SECONDS,
  }
}

export function canBeSpeech({ loudness, range }: Sound): boolean {
  return loudness > SILENCE && range > STEADY_RANGE
}

/** The background of the speech, if there is speech. */
export function backgroundOf({ range, stir }: Sound): Background {
  if (range > QUIET_RANGE) return 'quiet'
  return stir > STEADY_STIR ? 'crowd' : 'steady'
}

/** The factor that brings quiet samples to a loudness the voice detector handles well. */
export function gainFor({ loudness }: Sound): number {
  if (loudness <= SILENCE) return 1
  const decibels = Math.min(Math.max(WANTED - loudness, 0), GREATEST_GAIN)
  return 10 ** (decibels / 20)
}

/** The range of a recording whose voices stand out from what is behind them. */
const VOICES_RANGE = 15
const SHORTEST_LOUD_SECONDS = 0.25
const LONGEST_QUIET_SECONDS = 0.3

/** Stretches about as loud as the loudest: speech, by a machine without a voice detector. None over loud noise. */
export function loudSpans(samples: Float32Array): Span[] {
  const { loudness, range } = soundOf(samples)
  if (range < VOICES_RANGE) return []
  const spans: Span[] = []
  for (const [frame, level] of loudnessAlong(samples).entries()) {
    if (level < loudness - range / 2) continue
    const [start, end] = [frame * FRAME_SECONDS, (frame + 1) * FRAME_SECONDS]
    const last = spans.at(-1)
    if (last && start - last.end < LONGEST_QUIET_SECONDS) last.end = end
    else spans.push({ start, end })
  }
  return spans.filter(({ start, end }) => end - start >= SHORTEST_LOUD_SECONDS)
}

/** Loudness of each frame, with pre-emphasis to suppress rumble and hum. */
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
