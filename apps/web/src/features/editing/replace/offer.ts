import { type FormPlace, findForms } from '@doslovno/domain/editing/find-forms.ts'
import type { Correction, Declensions } from '@doslovno/domain/editing/word-forms.ts'
import type { Segment } from '@doslovno/domain/transcript/segments.ts'

/** A correction, and the other matches of its word in any form. */
export type Offer = { correction: Correction; places: readonly FormPlace[] }

/** More corrections at once mean a rewrite, not a correction. */
const MAX_CORRECTIONS = 5

/** Finds other matches of the corrected words; undefined if there are none. */
export function offerOf(
  corrections: readonly Correction[],
  segments: readonly Segment[],
  declensions: Declensions,
): Offer | undefined {
  if (corrections.length > MAX_CORRECTIONS) return undefined
  const found = corrections
    .map((correction) => ({ correction, places: findForms(segments, correction, declensions) }))
    .filter(({ places }) => places.length > 0)
  const [first] = found.toSorted((one, other) => other.places.length - one.places.length)
  if (!first) return undefined
  const places = new Map(found.flatMap((one) => one.places.map((place) => [`${place.at} ${place.from}`, place])))
  return { correction: first.correction, places: [...places.values()].toSorted(inOrder) }
}

function inOrder(one: FormPlace, other: FormPlace): number {
  return one.at - other.at || one.from - other.from
}
