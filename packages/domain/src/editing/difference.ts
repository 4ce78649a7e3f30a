import type { Segment } from '#transcript/segments.ts'

import type { Patch, SpeakerRun } from './changes.ts'
import { diffWords } from './diff-words.ts'
import type { Operation } from './operations.ts'
import type { Transcript } from './transcript.ts'

/** The patches that turn one text into the other. */
export function patchesBetween(from: readonly Segment[], to: readonly Segment[]): Patch[] {
  return diffWords(from.map(keyOf), to.map(keyOf)).map(({ fromStart, fromEnd, toStart, toEnd }) => ({
    at: fromStart,
    count: fromEnd - fromStart,
    segments: to.slice(toStart, toEnd),
  }))
}

/** The operations that turn one transcript into the other; if only a speaker changed, no words are sent. */
export function operationsBetween(from: Transcript, to: Transcript): Operation[] {
  const changes = patchesBetween(from.segments, to.segments).flatMap((patch) => perSegment(patch, from.segments))
  const runs = changes.flatMap((patch) => runOf(patch, from.segments))
  const patches = changes.filter((patch) => runOf(patch, from.segments).length === 0)
  const operations: Operation[] = []
  if (runs.length > 0 || !isSame(from.speakers, to.speakers))
    operations.push({ kind: 'restoreSpeakers', runs, speakers: to.speakers })
  if (patches.length > 0) operations.push({ kind: 'restoreSegments', patches })
  return operations
}

/** Deep equality of plain data. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  const [entries, others] = [Object.entries(one), new Map(Object.entries(other))]
  return (
    entries.length === others.size && entries.every(([key, value]) => others.has(key) && isSame(value, others.get(key)))
  )
}

/** Splits a patch that keeps the number of segments into one patch per changed segment. */
function perSegment(patch: Patch, from: readonly Segment[]): Patch[] {
  const { at, count, segments } = patch
  if (count !== segments.length) return [patch]
  return segments.flatMap((segment, index) =>
    isSame(segment, from[at + index]) ? [] : [{ at: at + index, count: 1, segments: [segment] }],
  )
}

function runOf({ at, count, segments }: Patch, from: readonly Segment[]): SpeakerRun[] {
  const [before, after] = [from[at], segments[0]]
  if (count !== 1 || segments.length !== 1 || !before || !after) return []
  return isSame({ ...before, speaker: after.speaker }, after) ? [{ at, count, speaker: after.speaker }] : []
}

const keys = new WeakMap<Segment, string>()

/** Cached: a text has thousands of segments that do not change. */
function keyOf(segment: Segment): string {
  const known = keys.get(segment)
  if (known !== undefined) return known
  const { speaker, start, end, text, words } = segment
  const key = JSON.stringify([speaker, start, end, text, words.map(wordKey)])
  keys.set(segment, key)
  return key
}

const wordKey = ({ text, start, end, confidence, heard, termId, maybe }: Segment['words'][number]) =>
  maybe || termId !== undefined
    ? [text, start, end, confidence, heard, termId, maybe?.text, maybe?.words, maybe?.termId]
    : [text, start, end, confidence]
