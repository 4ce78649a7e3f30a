import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'

import type { TextRange } from '#features/transcript/reader/highlights.ts'
import type { IsShown } from '#features/transcript/use-filter.ts'

/** Shorter queries match too much. */
export const SHORTEST_QUERY = 2

/** All matches in order; ignores case and the dots of the Russian io. */
export function findInText(paragraphs: readonly Paragraph[], query: string, isShown?: IsShown): TextRange[] {
  const wanted = plain(query.trim())
  if (wanted.length < SHORTEST_QUERY) return []
  return paragraphs.flatMap((paragraph, index) =>
    !isShown || isShown(paragraph)
      ? placesIn(plain(paragraph.text), wanted).map((from) => ({ paragraph: index, from, to: from + wanted.length }))
      : [],
  )
}

function placesIn(text: string, wanted: string): number[] {
  const offsets: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) offsets.push(at)
  return offsets
}

/** Keeps the length, so that offsets in it are offsets in the text. */
function plain(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text).replaceAll('\u0451', '\u0435')
}
