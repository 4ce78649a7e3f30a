import type { Segment, Range } from '#transcript/segments.ts'

import type { Patch } from './changes.ts'
import { isSame, patchesBetween } from './difference.ts'
import type { Speaker, Transcript } from './transcript.ts'

/** A range of the merged text that holds their version, and both versions. */
export type Conflict = Range & { mine: readonly Segment[]; theirs: readonly Segment[] }

export type Merge = { merged: Transcript; conflicts: readonly Conflict[] }

/** A three-way merge: a base and two changed versions. */
type Sides = { base: Transcript; mine: Transcript; theirs: Transcript }

/**
 * Merges both versions. Where both changed the words of the same segments, theirs win and mine are reported as
 * a conflict for the user to resolve.
 */
export function mergeTranscripts(sides: Sides): Merge {
  const { base, theirs } = sides
  const mine = renumberNewSpeakers(sides)
  const segments: Segment[] = []
  const conflicts: Conflict[] = []
  let next = 0
  for (const region of regionsOf(base.segments, mine.segments, theirs.segments)) {
    segments.push(...base.segments.slice(next, region.at))
    const merged = mergeRegion(region)
    if (!merged) conflicts.push({ at: segments.length, count: region.theirs.length, ...pick(region) })
    segments.push(...(merged ?? region.theirs))
    next = region.at + region.count
  }
  segments.push(...base.segments.slice(next))
  return { merged: { segments, speakers: mergeSpeakers({ base, mine, theirs }) }, conflicts }
}

/** A changed range of the base, and its content on both sides. */
type Region = Range & {
  base: readonly Segment[]
  mine: readonly Segment[]
  theirs: readonly Segment[]
}

const pick = ({ mine, theirs }: Region) => ({ mine, theirs })

type Stretch = { at: number; end: number; mine: Patch[]; theirs: Patch[] }

function regionsOf(base: readonly Segment[], mine: readonly Segment[], theirs: readonly Segment[]): Region[] {
  const patches = [
    ...patchesBetween(base, mine).map((patch) => ({ patch, isMine: true })),
    ...patchesBetween(base, theirs).map((patch) => ({ patch, isMine: false })),
  ].toSorted((one, other) => one.patch.at - other.patch.at || one.patch.count - other.patch.count)
  const stretches: Stretch[] = []
  for (const { patch, isMine } of patches) {
    const last = stretches.at(-1)
    const stretch = last && overlaps(last, patch) ? last : newStretch(stretches, patch)
    stretch.end = Math.max(stretch.end, patch.at + patch.count)
    stretch[isMine ? 'mine' : 'theirs'].push(patch)
  }
  return stretches.map(({ at, end, mine: my, theirs: their }) => ({
    at,
    count: end - at,
    base: base.slice(at, end),
    mine: patched(base, at, end, my),
    theirs: patched(base, at, end, their),
  }))
}

function newStretch(stretches: Stretch[], { at }: Patch): Stretch {
  const stretch: Stretch = { at, end: at, mine: [], theirs: [] }
  stretches.push(stretch)
  return stretch
}

/** Two insertions at the same index overlap as well. */
function overlaps({ at, end }: Stretch, patch: Patch): boolean {
  return patch.at < end || (patch.count === 0 && at === end && patch.at === at)
}

function patched(base: readonly Segment[], from: number, to: number, patches: readonly Patch[]): Segment[] {
  const result: Segment[] = []
  let next = from
  for (const { at, count, segments } of patches) {
    result.push(...base.slice(next, at), ...segments)
    next = at + count
  }
  return [...result, ...base.slice(next, to)]
}

/** The merged content of a region; undefined on a conflict. */
function mergeRegion({ base, mine, theirs }: Region): readonly Segment[] | undefined {
  if (isSame(base, theirs) || isSame(mine, theirs)) return mine
  if (isSame(base, mine)) return theirs
  const isEven = base.length === mine.length && base.length === theirs.length
  const merged = isEven ? mergeEach({ base, mine, theirs }) : undefined
  if (merged) return merged
  const [before, my, their] = [textOf(base), textOf(mine), textOf(theirs)]
  if (my === before || my === their) return withSpeakerOf(theirs, base, mine)
  return their === before ? withSpeakerOf(mine, base, theirs) : undefined
}

type Slices = Pick<Region, 'base' | 'mine' | 'theirs'>

function mergeEach({ base, mine, theirs }: Slices): Segment[] | undefined {
  const merged = base.map((before, index) => mergeSegment(before, mine[index] ?? before, theirs[index] ?? before))
  return merged.every((segment) => segment !== undefined) ? merged : undefined
}

/** Speaker and words merge independently. */
function mergeSegment(base: Segment, mine: Segment, theirs: Segment): Segment | undefined {
  const isMyText = !isSame(base.words, mine.words) || base.text !== mine.text
  const isTheirText = !isSame(base.words, theirs.words) || base.text !== theirs.text
  if (isMyText && isTheirText && mine.text !== theirs.text) return undefined
  const said = isMyText && !isTheirText ? mine : theirs
  const speaker = mine.speaker === base.speaker ? theirs.speaker : mine.speaker
  return said.speaker === speaker ? said : { ...said, speaker }
}

/** One side's words, the other side's speaker if unique. */
function withSpeakerOf(
  said: readonly Segment[],
  base: readonly Segment[],
  other: readonly Segment[],
): readonly Segment[] {
  const [speaker] = other.map((segment) => segment.speaker)
  const isGiven =
    speaker !== undefined &&
    other.every((segment) => segment.speaker === speaker) &&
    base.some((segment) => segment.speaker !== speaker)
  return isGiven ? said.map((segment) => ({ ...segment, speaker })) : said
}

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join(' ')

/** If both sides added a speaker under the same number, mine gets a free one. */
function renumberNewSpeakers({ base, mine, theirs }: Sides): Transcript {
  const known = numbersIn(base)
  const taken = numbersIn(mine, theirs)
  const numbers = new Map<number, number>()
  for (const { speakerId, name } of mine.speakers) {
    if (known.has(speakerId)) continue
    const theirName = nameOf(theirs.speakers, speakerId)
    if (theirName === undefined || theirName === name) continue
    const free = firstFree(taken)
    taken.add(free)
    numbers.set(speakerId, free)
  }
  if (numbers.size === 0) return mine
  const numberOf = (speaker: number) => numbers.get(speaker) ?? speaker
  return {
    segments: mine.segments.map((segment) => ({ ...segment, speaker: numberOf(segment.speaker) })),
    speakers: mine.speakers.map(({ speakerId, name }) => ({ speakerId: numberOf(speakerId), name })),
  }
}

function numbersIn(...transcripts: readonly Transcript[]): Set<number> {
  const speaking = transcripts.flatMap(({ segments }) => segments.map(({ speaker }) => speaker))
  const named = transcripts.flatMap(({ speakers }) => speakers.map(({ speakerId }) => speakerId))
  return new Set([...speaking, ...named])
}

function firstFree(taken: ReadonlySet<number>): number {
  let free = 0
  while (taken.has(free)) free += 1
  return free
}

/** Their names, except those that I changed. */
function mergeSpeakers({ base, mine, theirs }: Sides): readonly Speaker[] {
  const isMine = (speakerId: number) => nameOf(mine.speakers, speakerId) !== nameOf(base.speakers, speakerId)
  const changed = mine.speakers.filter(({ speakerId }) => isMine(speakerId))
  if (changed.length === 0 && !base.speakers.some(({ speakerId }) => isMine(speakerId))) return theirs.speakers
  const kept = theirs.speakers.filter(({ speakerId }) => !isMine(speakerId))
  return [...kept, ...changed].toSorted((one, other) => one.speakerId - other.speakerId)
}

function nameOf(speakers: readonly Speaker[], id: number): string | undefined {
  return speakers.find(({ speakerId }) => speakerId === id)?.name
}
