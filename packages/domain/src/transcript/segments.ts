import type { Word } from './words.ts'

export type Segment = { start: number; end: number; text: string; speaker: number; words: readonly Word[] }

const GAP_SECONDS = 1.2
const LONG_SECONDS = 20
const SENTENCE_END = /[.!?…]["»)]*$/

/**
 * Words of one speaker, or of the speaker each word has, as sentences: cut where the speaker changes, after
 * a sentence's end, at a pause, and where it grows too long.
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

function startsSegment(current: readonly Word[], next: Word): boolean {
  const first = current[0]
  const last = current.at(-1)
  if (!first || !last) return false
  return SENTENCE_END.test(last.text) || next.start - last.end > GAP_SECONDS || next.end - first.start > LONG_SECONDS
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
