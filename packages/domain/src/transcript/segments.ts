import { endsSentence, type Word } from './words.ts'

export type Segment = { start: number; end: number; text: string; speaker: number; words: readonly Word[] }

/** `count` segments in a row, the first at index `at`. */
export type Range = { at: number; count: number }

/** A longer silence between words is a pause. */
export const GAP_SECONDS = 1.2
const LONG_SECONDS = 20

/**
 * Cuts words into segments: where the speaker changes, after the end of a sentence, at a pause, and before a segment
 * grows too long. `speakers` is one number for all words or one per word.
 */
export function toSegments(words: readonly Word[], speakers: number | readonly number[]): Segment[] {
  const segments: { speaker: number; words: Word[] }[] = []
  for (const [index, word] of words.entries()) {
    const speaker = typeof speakers === 'number' ? speakers : (speakers[index] ?? 0)
    const current = segments.at(-1)
    if (current && current.speaker === speaker && !startsSegment(current.words, word)) current.words.push(word)
    else segments.push({ speaker, words: [word] })
  }
  return segments.map(({ speaker, words: spoken }) => segmentOf(spoken, speaker))
}

export function countSpeakers(segments: readonly Pick<Segment, 'speaker'>[]): number {
  return new Set(segments.map(({ speaker }) => speaker)).size
}

function startsSegment(current: readonly Word[], next: Word): boolean {
  const first = current[0]
  const last = current.at(-1)
  if (!first || !last) return false
  return endsSentence(last.text) || next.start - last.end > GAP_SECONDS || next.end - first.start > LONG_SECONDS
}

function segmentOf(words: readonly Word[], speaker: number): Segment {
  return {
    start: words[0]?.start ?? 0,
    end: words.at(-1)?.end ?? 0,
    text: words.map((word) => word.text).join(' '),
    speaker,
    words,
  }
}
