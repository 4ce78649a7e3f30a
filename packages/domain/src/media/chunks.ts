import type { Span } from '#span.ts'

/** A span of a recording that one task recognises. */
export type Chunk = Span & { index: number }

const SHORTEST_SECONDS = 30
const LONGEST_SECONDS = 60
/** A longer rest is halved, so that two recognisers finish together. */
const LAST_SECONDS = 40
/** How far from the middle of the rest the cut may be. */
const OFF_MIDDLE_SECONDS = 5
/** A pause this long ends the search for a cut. */
const GOOD_PAUSE_FRAMES = 5

/**
 * Cuts a recording into chunks of 30–60 s at quiet moments; the last two may be shorter.
 * `levels` holds the loudness (0–1) of consecutive frames of `frameSeconds`.
 */
export function cutAtSilences(levels: ArrayLike<number>, frameSeconds: number, durationSeconds: number): Chunk[] {
  const quiet = quietLevel(levels)
  const framesOf = (seconds: number) => Math.round(seconds / frameSeconds)
  const cuts = [0]
  let from = 0
  const cutBetween = (earliest: number, latest: number) => {
    from = bestCut(levels, earliest, latest, quiet)
    cuts.push(from)
  }
  while (levels.length - from > framesOf(LONGEST_SECONDS))
    cutBetween(from + framesOf(SHORTEST_SECONDS), from + framesOf(LONGEST_SECONDS))
  const middle = Math.round((from + levels.length) / 2)
  if (levels.length - from > framesOf(LAST_SECONDS))
    cutBetween(middle - framesOf(OFF_MIDDLE_SECONDS), middle + framesOf(OFF_MIDDLE_SECONDS))
  const starts = cuts.map((frame) => frame * frameSeconds).filter((start) => start < durationSeconds)
  return starts.map((start, index) => ({ index, start, end: starts[index + 1] ?? durationSeconds }))
}

/** The middle of the first good pause, else of the longest quiet run, else the quietest frame. */
function bestCut(levels: ArrayLike<number>, from: number, to: number, quiet: number): number {
  let best = { at: -1, length: 0 }
  let run = 0
  let quietest = from
  for (let frame = from; frame < to; frame++) {
    const level = levels[frame] ?? 0
    if (level < (levels[quietest] ?? 0)) quietest = frame
    run = level < quiet ? run + 1 : 0
    if (run > best.length) best = { at: frame - Math.floor(run / 2), length: run }
    if (best.length >= GOOD_PAUSE_FRAMES && run === 0) break
  }
  return best.length > 0 ? best.at : quietest
}

/** The quiet threshold of this recording: closer to its quietest moments than to its loud ones. */
function quietLevel(levels: ArrayLike<number>): number {
  const sorted = Float32Array.from(levels).sort()
  const floor = sorted[Math.floor(sorted.length * 0.02)] ?? 0
  const loud = sorted[Math.floor(sorted.length * 0.9)] ?? 0
  return floor + (loud - floor) * 0.15
}
