import type { Segment } from '#transcript/segments.ts'

import type { Patch } from './changes.ts'
import { isSame, patchesBetween } from './difference.ts'
import type { Speaker, Transcript } from './transcript.ts'

/** Segments `at` to `at + count` of the merged text, as the others have left them, and what they are in mine. */
export type Conflict = { at: number; count: number; mine: readonly Segment[]; theirs: readonly Segment[] }

export type Merge = { merged: Transcript; conflicts: readonly Conflict[] }

/** One text that two have changed since. */
type Sides = { base: Transcript; mine: Transcript; theirs: Transcript }

/**
 * Both changes in one text. Where both have written other words into the same segments, theirs stand there and mine
 * are told as a conflict: somebody has to choose.
 */
export function mergeTranscripts(sides: Sides): Merge {
  const { base, theirs } = sides
  const mine = withOwnNumbers(sides)
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

/** A stretch of the base that somebody has changed, and what has become of it on both sides. */
type Region = {
  at: number
  count: number
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

/** Two that put something into the very same place overlap as well. */
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

/** What a stretch comes to; undefined where both have other words. */
function mergeRegion({ base, mine, theirs }: Region): readonly Segment[] | undefined {
  if (isSame(base, theirs) || isSame(mine, theirs)) return mine
  if (isSame(base, mine)) return theirs
  const isEven = base.length === mine.length && base.length === theirs.length
  const merged = isEven ? mergeEach({ base, mine, theirs }) : undefined
  if (merged) return merged
  const [before, my, their] = [textOf(base), textOf(mine), textOf(theirs)]
  if (my === before || my === their) return spokenAs(theirs, base, mine)
  return their === before ? spokenAs(mine, base, theirs) : undefined
}

type Slices = Pick<Region, 'base' | 'mine' | 'theirs'>

function mergeEach({ base, mine, theirs }: Slices): Segment[] | undefined {
  const merged = base.map((before, index) => mergeSegment(before, mine[index] ?? before, theirs[index] ?? before))
  return merged.every((segment) => segment !== undefined) ? merged : undefined
}

/** Who speaks and what is said are two things: each may be changed on its own side. */
function mergeSegment(base: Segment, mine: Segment, theirs: Segment): Segment | undefined {
  const isMyText = !isSame(base.words, mine.words) || base.text !== mine.text
  const isTheirText = !isSame(base.words, theirs.words) || base.text !== theirs.text
  if (isMyText && isTheirText && mine.text !== theirs.text) return undefined
  const said = isMyText && !isTheirText ? mine : theirs
  const speaker = mine.speaker === base.speaker ? theirs.speaker : mine.speaker
  return said.speaker === speaker ? said : { ...said, speaker }
}

/** Segments as the one side said them, spoken by whom the other side has given them to, if to one. */
function spokenAs(said: readonly Segment[], base: readonly Segment[], other: readonly Segment[]): readonly Segment[] {
  const [speaker] = other.map((segment) => segment.speaker)
  const isGiven =
    speaker !== undefined &&
    other.every((segment) => segment.speaker === speaker) &&
    base.some((segment) => segment.speaker !== speaker)
  return isGiven ? said.map((segment) => ({ ...segment, speaker })) : said
}

const textOf = (segments: readonly Segment[]) => segments.map(({ text }) => text).join(' ')

/** Two who each brought somebody new may have given them one number: mine takes another. */
function withOwnNumbers({ base, mine, theirs }: Sides): Transcript {
  const taken = new Set([...theirs.segments, ...mine.segments].map(({ speaker }) => speaker))
  for (const { speakerId } of [...theirs.speakers, ...mine.speakers]) taken.add(speakerId)
  const numbers = new Map<number, number>()
  for (const { speakerId, name } of mine.speakers) {
    if (named(base.speakers, speakerId) !== undefined) continue
    const theirName = named(theirs.speakers, speakerId)
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

function firstFree(taken: ReadonlySet<number>): number {
  let free = 0
  while (taken.has(free)) free += 1
  return free
}

/** Names as the others have them, but for those I have changed. */
function mergeSpeakers({ base, mine, theirs }: Sides): readonly Speaker[] {
  const isMine = (speakerId: number) => named(mine.speakers, speakerId) !== named(base.speakers, speakerId)
  const changed = mine.speakers.filter(({ speakerId }) => isMine(speakerId))
  if (changed.length === 0 && !base.speakers.some(({ speakerId }) => isMine(speakerId))) return theirs.speakers
  const kept = theirs.speakers.filter(({ speakerId }) => !isMine(speakerId))
  return [...kept, ...changed].toSorted((one, other) => one.speakerId - other.speakerId)
}

function named(speakers: readonly Speaker[], id: number): string | undefined {
  return speakers.find(({ speakerId }) => speakerId === id)?.name
}
