import type { Span } from '#span.ts'

import { SAMPLE_RATE } from './levels.ts'

const LONGEST_PAUSE_SECONDS = 1.5
const MARGIN_BEFORE_SECONDS = 0.1
const MARGIN_AFTER_SECONDS = 0.2
const QUIET_SECONDS = 0.1

/**
 * Joins neighbouring spans of speech into pieces of at most `longestSeconds`: a recogniser does better on a phrase than
 * on a word, and truncates its answer on longer input. Each piece gets a margin on both sides.
 */
export function joinSpeech(spans: readonly Span[], durationSeconds: number, longestSeconds: number): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && span.end - last.start <= longestSeconds && span.start - last.end <= LONGEST_PAUSE_SECONDS) {
      last.end = span.end
    } else {
      joined.push({ ...span })
    }
  }
  return joined.map((span, index) =>
    withMargins(span, joined[index - 1]?.end ?? 0, joined[index + 1]?.start ?? durationSeconds),
  )
}

function withMargins(span: Span, previousEnd: number, nextStart: number): Span {
  return {
    start: Math.max(span.start - MARGIN_BEFORE_SECONDS, (span.start + previousEnd) / 2),
    end: Math.min(span.end + MARGIN_AFTER_SECONDS, (span.end + nextStart) / 2),
  }
}

/** Cuts a span at its quietest moments until no span is longer: people may speak for a minute without a pause. */
export function cutLong(span: Span, samples: Float32Array, longestSeconds: number): Span[] {
  if (span.end - span.start <= longestSeconds) return [span]
  const count = Math.ceil((span.end - span.start) / longestSeconds)
  const around = span.start + (span.end - span.start) / count
  const at = quietestAt(samples, {
    start: around - longestSeconds / 4,
    end: Math.min(around, span.start + longestSeconds),
  })
  return [{ start: span.start, end: at }, ...cutLong({ start: at, end: span.end }, samples, longestSeconds)]
}

/** The middle of the quietest tenth of a second in the span. */
export function quietestAt(samples: Float32Array, { start, end }: Span): number {
  const length = Math.round(QUIET_SECONDS * SAMPLE_RATE)
  let quietest = { at: start, energy: Infinity }
  for (let at = Math.floor(start * SAMPLE_RATE); at + length <= end * SAMPLE_RATE; at += length >> 1) {
    let energy = 0
    for (let index = at; index < at + length; index++) energy += (samples[index] ?? 0) ** 2
    if (energy < quietest.energy) quietest = { at: at / SAMPLE_RATE + QUIET_SECONDS / 2, energy }
  }
  return quietest.at
}
