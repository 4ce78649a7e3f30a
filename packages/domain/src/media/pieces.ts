/** A stretch of a recording, in seconds. */
export type Span = { start: number; end: number }

const LONGEST_SECONDS = 14
const LONGEST_PAUSE_SECONDS = 1.5
const MARGIN_BEFORE_SECONDS = 0.1
const MARGIN_AFTER_SECONDS = 0.2

/**
 * Joins neighbouring spans of speech into pieces of at most 14 s: Whisper hears a phrase better than a word,
 * and cuts its answer short on longer input. Each piece gets a little air on both sides.
 */
export function joinSpeech(spans: readonly Span[], durationSeconds: number): Span[] {
  const joined: Span[] = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && span.end - last.start <= LONGEST_SECONDS && span.start - last.end <= LONGEST_PAUSE_SECONDS) {
      last.end = span.end
    } else {
      joined.push({ ...span })
    }
  }
  return joined.map((span, index) =>
    withAir(span, joined[index - 1]?.end ?? 0, joined[index + 1]?.start ?? durationSeconds),
  )
}

function withAir(span: Span, previousEnd: number, nextStart: number): Span {
  return {
    start: Math.max(span.start - MARGIN_BEFORE_SECONDS, (span.start + previousEnd) / 2),
    end: Math.min(span.end + MARGIN_AFTER_SECONDS, (span.end + nextStart) / 2),
  }
}
