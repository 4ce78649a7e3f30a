import type { MediaType } from '#upload/options.ts'

import { type Group, groupVoices, meanVoice, mostAlike, type Voice } from './groups.ts'
import type { Turn } from './turns.ts'

/** The result of diarising one window: turns relative to its start, and one voice per speaker, by number. */
export type HeardWindow = { turns: readonly Turn[]; voices: readonly Voice[] }

export type TimedWindow = HeardWindow & { startSeconds: number }

/** The number of speakers: -2 unknown, 1–4 exact, -1 five or more. */
export type SpeakersHint = -2 | -1 | 1 | 2 | 3 | 4

/** The embedding of a short voice is unreliable, so a short voice gets a bonus. */
const SHORT_SECONDS = 30
const SHORT_BONUS = 0.15

/** Turns of the whole recording. Similar voices of different windows become one speaker, numbered by appearance. */
export function joinWindows(
  windows: readonly TimedWindow[],
  { threshold, ...hints }: Hints & { threshold: number },
): Turn[] {
  const voices = windows.flatMap((window) => window.voices)
  const groups = speakerGroups(voices, threshold, expectedOf(hints))
  const speakerOf = new Map(groups.flatMap((group, speaker) => group.map((voice) => [voice, speaker] as const)))
  let before = 0
  const turns = windows.flatMap(({ startSeconds, turns, voices }) => {
    const first = before
    before += voices.length
    return turns.map(({ start, end, speaker }) => ({
      start: startSeconds + start,
      end: startSeconds + end,
      speaker: speakerOf.get(first + speaker) ?? 0,
    }))
  })
  return numberByAppearance(turns)
}

/** The media type counts only where the number of speakers is unknown. */
type Hints = { speakers: SpeakersHint; mediaType?: MediaType }

/** A speaker with less speech than both `share` and `seconds` is an artefact, unless needed to reach `least`. */
type Expected = { least: number; most: number; share: number; seconds: number }

const USUAL: Expected = { least: 1, most: Infinity, share: 0.02, seconds: 15 }

/** A lecture is mostly one voice and an interview two: further speakers must speak more to count. */
const BY_MEDIA_TYPE: Record<MediaType, Expected> = {
  lection: { ...USUAL, share: 0.1, seconds: 60 },
  interview: { ...USUAL, least: 2, share: 0.1, seconds: 60 },
  talking: { ...USUAL, least: 2 },
  meeting: { ...USUAL, least: 2 },
  other: USUAL,
}

function expectedOf({ speakers, mediaType = 'other' }: Hints): Expected {
  if (speakers === -2) return BY_MEDIA_TYPE[mediaType]
  if (speakers === -1) return { ...USUAL, least: 5 }
  return { ...USUAL, least: speakers, most: speakers }
}

/** Groups similar voices, folds phantoms into the most similar group, and keeps the bounds where possible. */
function speakerGroups(voices: readonly Voice[], threshold: number, expected: Expected): Group[] {
  const { least, most } = expected
  const grouping = groupVoices(voices, { ofSeconds: shortBonus })
  const wanted = Math.min(least, voices.length)
  const alike = withoutPhantoms(voices, grouping.within(threshold), { ...expected, least: wanted })
  if (alike.length > most) return mergedInto(voices, alike, most)
  if (alike.length >= wanted) return alike
  // Try finer groups until enough of them hold real speech; the finest has one voice per group.
  for (let count = wanted; count <= voices.length; count++) {
    const finer = withoutPhantoms(voices, grouping.into(count), { ...expected, least: 1 })
    if (finer.length >= wanted) return finer.length > most ? mergedInto(voices, finer, most) : finer
  }
  return withoutPhantoms(voices, grouping.into(wanted), { ...expected, least: wanted })
}

function shortBonus(seconds: number): number {
  return SHORT_BONUS * Math.max(0, 1 - seconds / SHORT_SECONDS)
}

/** The `least` largest groups are real whatever their size. */
function withoutPhantoms(voices: readonly Voice[], groups: readonly Group[], expected: Expected): Group[] {
  const { least, share, seconds } = expected
  const total = secondsIn(voices, [...voices.keys()])
  const bySeconds = groups.toSorted((a, b) => secondsIn(voices, b) - secondsIn(voices, a))
  const isReal = (group: Group) => secondsIn(voices, group) >= Math.min(total * share, seconds)
  const real = bySeconds.filter((group, index) => index < least || isReal(group))
  return foldInto(
    voices,
    real,
    bySeconds.filter((group) => !real.includes(group)),
  )
}

/** Adds each of the others to the most similar group. */
function foldInto(voices: readonly Voice[], groups: readonly Group[], others: readonly Group[]): Group[] {
  const means = groups.map((group) => meanOf(voices, group))
  const folded = groups.map((group) => [...group])
  for (const other of others) folded[mostAlike(meanOf(voices, other), means)]?.push(...other)
  return folded
}

function mergedInto(voices: readonly Voice[], groups: readonly Group[], count: number): Group[] {
  const means = groups.map((group) => meanOf(voices, group))
  return groupVoices(means)
    .into(count)
    .map((merged) => merged.flatMap((index) => groups[index] ?? []))
}

function meanOf(voices: readonly Voice[], group: Group): Voice {
  return meanVoice(group.flatMap((index) => voices[index] ?? []))
}

function secondsIn(voices: readonly Voice[], group: Group): number {
  return group.reduce((sum, index) => sum + (voices[index]?.seconds ?? 0), 0)
}

function numberByAppearance(turns: readonly Turn[]): Turn[] {
  const ordered = turns.toSorted((a, b) => a.start - b.start)
  const seen = [...new Set(ordered.map((turn) => turn.speaker))]
  return ordered.map((turn) => ({ ...turn, speaker: seen.indexOf(turn.speaker) }))
}
