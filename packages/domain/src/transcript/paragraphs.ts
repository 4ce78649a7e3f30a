import type { Range, Segment } from './segments.ts'
import { endsSentence, type Word } from './words.ts'

export type Paragraph = { start: number; end: number; speaker: number; text: string; words: readonly Word[] }

const GAP_SECONDS = 5
const LONG_SECONDS = 30

/** A new paragraph starts on a speaker change, on a gap over 5 s, or at a sentence end after over 30 s. */
export function toParagraphs(segments: readonly Segment[]): Paragraph[] {
  return groupsOf(segments).map(knownParagraph)
}

/** The range of segments in each paragraph. */
export function paragraphRanges(segments: readonly Segment[]): Range[] {
  let next = 0
  return groupsOf(segments).map(({ length }) => {
    const at = next
    next += length
    return { at, count: length }
  })
}

function groupsOf(segments: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = []
  for (const segment of segments) {
    const current = groups.at(-1)
    if (current && !startsParagraph(current, segment)) current.push(segment)
    else groups.push([segment])
  }
  return groups
}

function startsParagraph(current: readonly Segment[], next: Segment): boolean {
  const first = current[0]
  const last = current.at(-1)
  if (!first || !last) return true
  if (next.speaker !== last.speaker) return true
  if (next.start - last.end > GAP_SECONDS) return true
  return last.end - first.start > LONG_SECONDS && endsSentence(last.text)
}

const known = new WeakMap<Segment, { group: readonly Segment[]; paragraph: Paragraph }>()

/** Caches by identity: the same segments give the same paragraph object, so a renderer can skip it. */
function knownParagraph(group: readonly Segment[]): Paragraph {
  const [first] = group
  const found = first && known.get(first)
  if (found?.group.length === group.length && found.group.every((segment, index) => segment === group[index]))
    return found.paragraph
  const paragraph = paragraphOf(group)
  if (first) known.set(first, { group, paragraph })
  return paragraph
}

function paragraphOf(segments: readonly Segment[]): Paragraph {
  return {
    start: segments[0]?.start ?? 0,
    end: segments.at(-1)?.end ?? 0,
    speaker: segments[0]?.speaker ?? 0,
    text: segments.map((segment) => segment.text).join(' '),
    words: segments.flatMap((segment) => segment.words),
  }
}
