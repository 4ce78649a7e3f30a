import { type Paragraph, paragraphRanges, toParagraphs } from '#transcript/paragraphs.ts'
import type { Segment } from '#transcript/segments.ts'

import { cleanSegments } from './clean-words.ts'
import type { CleanRules } from './rules.ts'

/**
 * Makes the clean view of a text, paragraph by paragraph under the same numbers and times; one that says nothing has
 * no text. Knows what it has cleaned before, so that an edit costs one paragraph.
 */
export function paragraphCleaner(rules: CleanRules): (segments: readonly Segment[]) => Paragraph[] {
  const known = new WeakMap<Paragraph, Paragraph>()
  return (segments) => {
    const ranges = paragraphRanges(segments)
    return toParagraphs(segments).map((paragraph, index) => {
      const { at, count } = ranges[index] ?? { at: 0, count: 0 }
      const clean = known.get(paragraph) ?? cleanParagraph(paragraph, segments.slice(at, at + count), rules)
      known.set(paragraph, clean)
      return clean
    })
  }
}

function cleanParagraph(paragraph: Paragraph, segments: readonly Segment[], rules: CleanRules): Paragraph {
  const clean = cleanSegments(segments, rules)
  return {
    ...paragraph,
    text: clean.map(({ text }) => text).join(' '),
    words: clean.flatMap(({ words }) => words),
  }
}
