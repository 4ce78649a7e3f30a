import type { Operation } from './operations.ts'

/** Letters per call: the server accepts a megabyte, and a Russian letter takes two bytes. */
const MOST_LETTERS = 300_000

/** Splits a large operation into several, the last segments first, so that indexes before them stay valid. */
export function inBatches(operation: Operation, most = MOST_LETTERS): Operation[] {
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
    case 'nameSpeaker':
    case 'restoreSpeakers':
      return [operation]
  }
}

/** Changes of one segment stay together: each counts from the text as it was. */
function packed<Change extends { at: number }>(changes: readonly Change[], most: number): Change[][] {
  const packs: Change[][] = []
  let room = 0
  for (const change of changes.toReversed()) {
    const size = JSON.stringify(change).length
    const pack = packs.at(-1)
    const isFull = size > room && pack?.at(-1)?.at !== change.at
    room = (isFull ? most : room) - size
    if (pack && !isFull) pack.push(change)
    else packs.push([change])
  }
  return packs.map((pack) => pack.toReversed())
}
