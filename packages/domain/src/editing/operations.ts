import type { Span } from '#span.ts'
import type { Range, Segment } from '#transcript/segments.ts'

import { applyChange, type Change, invertChange, type Patch, runsOf, type SpeakerRun } from './changes.ts'
import { editText } from './edit-text.ts'
import { replaceInText, type Replacement } from './replace.ts'
import { type Speaker, splitAt, type Transcript } from './transcript.ts'

/**
 * A change of a transcript as data, to send and to store. `at` is the index of a segment in the transcript that the
 * operation is for. The last two kinds undo others; `invertOperation` makes them.
 */
export type Operation =
  | { kind: 'editText'; at: number; count: number; text: string }
  | { kind: 'replaceMany'; replacements: readonly Replacement[] }
  | { kind: 'splitSegment'; at: number; word: number }
  | { kind: 'assignSpeaker'; at: number; count?: number | undefined; scope: 'phrase' | 'onwards'; speaker: number }
  | { kind: 'mergeSpeakers'; from: number; into: number }
  | { kind: 'addSpeaker'; speaker: Speaker }
  | { kind: 'nameSpeaker'; speaker: Speaker }
  | { kind: 'restoreSegments'; patches: readonly Patch[] }
  | { kind: 'restoreSpeakers'; runs: readonly SpeakerRun[]; speakers: readonly Speaker[] }

type Of<Kind extends Operation['kind']> = Extract<Operation, { kind: Kind }>

/** The transcript after an operation; undefined if it does not fit. */
export function applyOperation(transcript: Transcript, operation: Operation): Transcript | undefined {
  const change = changeOf(transcript, operation)
  return change && applyChange(transcript, change)
}

/** The operation that restores `before` after the given one; undefined if that one does not fit. */
export function invertOperation(operation: Operation, before: Transcript): Operation | undefined {
  const change = changeOf(before, operation)
  if (!change || !applyChange(before, change)) return undefined
  const back = invertChange(change, before)
  return 'patches' in back ? { kind: 'restoreSegments', ...back } : { kind: 'restoreSpeakers', ...back }
}

/** The segments whose words an operation reads, also those beside an edit. Of all others it reads the speaker at most. */
export function rangesRead(operation: Operation): readonly Range[] {
  switch (operation.kind) {
    case 'editText':
      return [withNeighbours(operation)]
    case 'replaceMany':
      return operation.replacements.map(({ at }) => withNeighbours({ at, count: 1 }))
    case 'splitSegment':
      return [{ at: operation.at, count: 1 }]
    case 'restoreSegments':
      return operation.patches
    case 'assignSpeaker':
    case 'mergeSpeakers':
    case 'addSpeaker':
    case 'nameSpeaker':
    case 'restoreSpeakers':
      return []
  }
}

const withNeighbours = ({ at, count }: Range): Range => ({ at: at - 1, count: count + 2 })

function changeOf(transcript: Transcript, operation: Operation): Change | undefined {
  switch (operation.kind) {
    case 'editText':
      return editChange(transcript, operation)
    case 'replaceMany':
      return replaceChange(transcript, operation)
    case 'splitSegment':
      return splitChange(transcript, operation)
    case 'assignSpeaker':
      return assignChange(transcript, operation)
    case 'mergeSpeakers':
      return mergeChange(transcript, operation)
    case 'addSpeaker':
      return addChange(transcript, operation)
    case 'nameSpeaker':
      return nameChange(transcript, operation)
    case 'restoreSegments':
    case 'restoreSpeakers':
      return operation
  }
}

function editChange({ segments }: Transcript, { at, count, text }: Of<'editText'>): Change | undefined {
  const edited = segments.slice(at, at + count)
  if (edited.length === 0 || edited.length !== count) return undefined
  return { patches: [{ at, count, segments: editText(edited, text, boundsOf(segments, at, count)) }] }
}

function replaceChange({ segments }: Transcript, { replacements }: Of<'replaceMany'>): Change | undefined {
  const bySegment = Map.groupBy(replacements, (replacement) => replacement.at)
  const patches: Patch[] = []
  for (const [at, found] of [...bySegment].toSorted(([a], [b]) => a - b)) {
    const segment = segments[at]
    const text = segment && replaceInText(segment.text, found)
    if (!segment || text === undefined) return undefined
    patches.push({ at, count: 1, segments: editText([segment], text, boundsOf(segments, at, 1)) })
  }
  return { patches }
}

function splitChange({ segments }: Transcript, { at, word }: Of<'splitSegment'>): Change | undefined {
  const segment = segments[at]
  const halves = segment && splitAt(segment, word)
  return halves && { patches: [{ at, count: 1, segments: halves }] }
}

/** `phrase`: `count` segments. `onwards`: also all later segments of the same speaker. */
function assignChange(transcript: Transcript, operation: Of<'assignSpeaker'>): Change | undefined {
  const { segments, speakers } = transcript
  const { at, count = 1, scope, speaker } = operation
  const chosen = segments[at]
  if (!chosen || count < 1 || at + count > segments.length || !isSpeakerId(speaker)) return undefined
  const isSelected = (segment: Segment, index: number) =>
    (index >= at && index < at + count) || (scope === 'onwards' && index > at && segment.speaker === chosen.speaker)
  return { runs: runsOf(segments, isSelected, () => speaker), speakers }
}

function mergeChange({ segments, speakers }: Transcript, { from, into }: Of<'mergeSpeakers'>): Change | undefined {
  if (from === into || !isSpeakerId(into)) return undefined
  const runs = runsOf(
    segments,
    (segment) => segment.speaker === from,
    () => into,
  )
  return { runs, speakers: speakers.filter(({ speakerId }) => speakerId !== from) }
}

function addChange({ speakers }: Transcript, { speaker }: Of<'addSpeaker'>): Change | undefined {
  const isTaken = speakers.some(({ speakerId }) => speakerId === speaker.speakerId)
  return isTaken || !isSpeakerId(speaker.speakerId) ? undefined : { runs: [], speakers: [...speakers, speaker] }
}

/** Gives a speaker a name, or another one. */
function nameChange({ speakers }: Transcript, { speaker }: Of<'nameSpeaker'>): Change | undefined {
  if (!isSpeakerId(speaker.speakerId)) return undefined
  const others = speakers.filter(({ speakerId }) => speakerId !== speaker.speakerId)
  return { runs: [], speakers: [...others, speaker].toSorted((a, b) => a.speakerId - b.speakerId) }
}

const isSpeakerId = (speaker: number) => Number.isInteger(speaker) && speaker >= 0

// An edit may use the pauses around its segments, but not the time of their neighbours.
function boundsOf(segments: readonly Segment[], at: number, count: number): Span {
  const end = segments[at + count]?.start ?? segments[at + count - 1]?.end ?? 0
  return { start: segments[at - 1]?.end ?? 0, end }
}

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
