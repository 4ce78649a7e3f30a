import type { Segment, Range } from '#transcript/segments.ts'

import type { Speaker, Transcript } from './transcript.ts'

/** Replaces the segments of a range. */
export type Patch = Range & { segments: readonly Segment[] }

/** Assigns one speaker to the segments of a range. */
export type SpeakerRun = Range & { speaker: number }

/** Every operation reduces to patches or to speaker runs, in order of segments. */
export type Change = { patches: readonly Patch[] } | { runs: readonly SpeakerRun[]; speakers: readonly Speaker[] }

/** The transcript after a change; undefined if a range does not exist. */
export function applyChange(transcript: Transcript, change: Change): Transcript | undefined {
  const { segments } = transcript
  if ('patches' in change)
    return areInside(change.patches, segments)
      ? { ...transcript, segments: patch(segments, change.patches) }
      : undefined
  if (!areInside(change.runs, segments)) return undefined
  return { segments: assign(segments, change.runs), speakers: change.speakers }
}

/** The change that restores `before` after the given change. */
export function invertChange(change: Change, before: Transcript): Change {
  if ('patches' in change) return { patches: invertPatches(change.patches, before.segments) }
  return { runs: speakersOf(change.runs, before.segments), speakers: before.speakers }
}

/** Runs of the selected segments, with the speakers given by `speakerOf`. */
export function runsOf(
  segments: readonly Segment[],
  isSelected: (segment: Segment, index: number) => boolean,
  speakerOf: (segment: Segment) => number,
): SpeakerRun[] {
  const runs: SpeakerRun[] = []
  for (const [index, segment] of segments.entries()) {
    if (!isSelected(segment, index)) continue
    const last = runs.at(-1)
    const speaker = speakerOf(segment)
    if (last && last.at + last.count === index && last.speaker === speaker) last.count++
    else runs.push({ at: index, count: 1, speaker })
  }
  return runs
}

function areInside(ranges: readonly Range[], segments: readonly Segment[]): boolean {
  let free = 0
  for (const { at, count } of ranges) {
    if (!Number.isInteger(at) || !Number.isInteger(count) || at < free || count < 0) return false
    free = at + count
  }
  return free <= segments.length
}

function patch(segments: readonly Segment[], patches: readonly Patch[]): Segment[] {
  const patched: Segment[] = []
  let next = 0
  for (const { at, count, segments: put } of patches) {
    patched.push(...segments.slice(next, at), ...put)
    next = at + count
  }
  return [...patched, ...segments.slice(next)]
}

function assign(segments: readonly Segment[], runs: readonly SpeakerRun[]): Segment[] {
  const assigned = [...segments]
  for (const { at, count, speaker } of runs)
    for (let index = at; index < at + count; index++) {
      const segment = assigned[index]
      if (segment && segment.speaker !== speaker) assigned[index] = { ...segment, speaker }
    }
  return assigned
}

function invertPatches(patches: readonly Patch[], before: readonly Segment[]): Patch[] {
  let moved = 0
  return patches.map(({ at, count, segments }) => {
    const back = { at: at + moved, count: segments.length, segments: before.slice(at, at + count) }
    moved += segments.length - count
    return back
  })
}

function speakersOf(runs: readonly SpeakerRun[], before: readonly Segment[]): SpeakerRun[] {
  const changed = new Set<number>()
  for (const { at, count } of runs) for (let index = at; index < at + count; index++) changed.add(index)
  return runsOf(
    before,
    (_, index) => changed.has(index),
    (segment) => segment.speaker,
  )
}
