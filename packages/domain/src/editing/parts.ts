import type { Operation } from './operations.ts'

/** What one call carries at most, in letters: a server takes a megabyte, and a Russian letter may be two bytes. */
const MOST_LETTERS = 300_000

/** A large operation as several, the last places first: so those before them stay where they are. */
export function inParts(operation: Operation, most = MOST_LETTERS): Operation[] {
  switch (operation.kind) {
    case 'restoreSegments':
      return packed(operation.patches, most).map((patches) => ({ kind: 'restoreSegments', patches }))
    case 'replaceMany':
      return packed(
        operation.replacements.toSorted((one, other) => one.at - other.at || one.from - other.from),
        most,
      ).map((replacements) => ({ kind: 'replaceMany', replacements }))
    case 'editText':
    case 'splitSegment':
    case 'assignSpeaker':
    case 'mergeSpeakers':
    case 'addSpeaker':
    case 'restoreSpeakers':
      return [operation]
  }
}

/** Places of one segment stay together, for each is counted from the text as it was. */
function packed<Place extends { at: number }>(places: readonly Place[], most: number): Place[][] {
  const packs: Place[][] = []
  let room = 0
  for (const place of places.toReversed()) {
    const size = JSON.stringify(place).length
    const pack = packs.at(-1)
    const isFull = size > room && pack?.at(-1)?.at !== place.at
    room = (isFull ? most : room) - size
    if (pack && !isFull) pack.push(place)
    else packs.push([place])
  }
  return packs.map((pack) => pack.toReversed())
}
