import type { Word } from './words.ts'

export type Segment = { start: number; end: number; text: string; speaker: number; words: readonly Word[] }

const GAP_SECONDS = 1.2
const LONG_SECONDS = 20
const SENTENCE_END = /[.!?…]["»)]*$/

/** Words of one speaker as sentences: cut after a sentence's end, at a pause, and where it grows too long. */
export function toSegments(words: readonly Word[], speaker: number): Segment[] {
  const groups: Word[][] = []
  let current: Word[] = []
  for (const word of words) {
    if (current.length > 0 && startsSegment(current, word)) {
      groups.push(current)
      current = []
    }
    current.push(word)
  }
  if (current.length > 0) groups.push(current)
  return groups.map((group) => segmentOf(group, speaker))
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
