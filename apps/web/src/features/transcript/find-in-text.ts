import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'

import type { TextPlace } from './text-places.ts'

/** Less is everywhere. */
export const SHORTEST_QUERY = 2

/** Every place of the words, in order; case does not matter, nor do the dots of the Russian io. */
export function findInText(paragraphs: readonly Paragraph[], query: string, speaker?: number): TextPlace[] {
  const wanted = plain(query.trim())
  if (wanted.length < SHORTEST_QUERY) return []
  return paragraphs.flatMap((paragraph, index) =>
    speaker === undefined || paragraph.speaker === speaker
      ? placesIn(plain(paragraph.text), wanted).map((from) => ({ paragraph: index, from, to: from + wanted.length }))
      : [],
  )
}

function placesIn(text: string, wanted: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) places.push(at)
  return places
}

/** Of the same length as the text, or places in it would not be places in the text. */
function plain(text: string): string {
  const lower = text.toLowerCase()
  return (lower.length === text.length ? lower : text).replaceAll('\u0451', '\u0435')
}
