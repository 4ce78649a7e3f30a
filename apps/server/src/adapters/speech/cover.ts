import { quietestAt } from '@doslovno/domain/media/pieces.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { fillGap, unwordedSpeech } from '@doslovno/domain/speech/coverage.ts'
import type { Word } from '@doslovno/domain/transcript/words.ts'

import type { Hearing } from './port.ts'

/** Words of a first hearing, and where its sound holds speech. */
type FirstHearing = { words: Word[]; speech: Span[]; samples: Float32Array }

/** A gap may begin and end in the middle of a word: the cut moves to the quietest moment this near. */
const CUT_SECONDS = 0.3
/** Shorter halves are recognised worse than the whole. */
const SHORTEST_HALF_SECONDS = 1.5

/**
 * Speech without words is heard again by itself, then in halves: recognisers end early where the voice changes. Yields
 * the spans to hear, takes their words, and returns what still has none.
 */
export function* coverSpeech({ words: first, speech, samples }: FirstHearing): Generator<Span, Hearing, Word[]> {
  let words = first
  for (const cut of [asOne, inHalves]) {
    for (const gap of unwordedSpeech(speech, words)) {
      for (const span of cut(samples, gap)) words = fillGap(words, yield span, span)
    }
  }
  return { words, unheard: unwordedSpeech(speech, words) }
}

function asOne(samples: Float32Array, { start, end }: Span): Span[] {
  const near = (at: number) => quietestAt(samples, { start: Math.max(0, at - CUT_SECONDS), end: at + CUT_SECONDS })
  return [{ start: near(start), end: near(end) }]
}

function inHalves(samples: Float32Array, gap: Span): Span[] {
  const length = gap.end - gap.start
  if (length < 2 * SHORTEST_HALF_SECONDS) return []
  const middle = quietestAt(samples, { start: gap.start + length * 0.3, end: gap.end - length * 0.3 })
  return [
    { start: gap.start, end: middle },
    { start: middle, end: gap.end },
  ]
}
