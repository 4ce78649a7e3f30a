import { type Group, groupVoices, meanVoice, mostAlike, type Voice } from './groups.ts'
import type { Turn } from './turns.ts'

/** What was heard in one window: turns timed from its start, and one voice per speaker of it, by number. */
export type HeardWindow = { turns: readonly Turn[]; voices: readonly Voice[] }

export type PlacedWindow = HeardWindow & { startSeconds: number }

/** How many speakers there are: -2 nobody knows, 1–4 exactly, -1 five or more. */
export type SpeakersHint = -2 | -1 | 1 | 2 | 3 | 4

/** Who is heard for a moment sounds less like himself than who is heard for long: he is taken for nearer. */
const SHORT_SECONDS = 30
const SHORT_BONUS = 0.15

/** Who is heard this little is taken for an echo of somebody else, unless he was said to be there. */
const PHANTOM_SHARE = 0.02
const PHANTOM_SECONDS = 15

/** Turns of the whole recording: speakers of the windows that sound alike are one. Numbered as they come. */
export function joinWindows(
  windows: readonly PlacedWindow[],
  { threshold, speakers }: { threshold: number; speakers: SpeakersHint },
): Turn[] {
  const voices = windows.flatMap((window) => window.voices)
  const groups = speakerGroups(voices, threshold, boundsOf(speakers))
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

type Bounds = { least: number; most: number }

function boundsOf(speakers: SpeakersHint): Bounds {
  if (speakers === -2) return { least: 1, most: Infinity }
  if (speakers === -1) return { least: 5, most: Infinity }
  return { least: speakers, most: speakers }
}

/** Groups by likeness; small ones are given to the group most like them, and the bounds are kept as far as can be. */
function speakerGroups(voices: readonly Voice[], threshold: number, { least, most }: Bounds): Group[] {
  const grouping = groupVoices(voices, { ofSeconds: shortBonus })
  const wanted = Math.min(least, voices.length)
  const alike = withoutPhantoms(voices, grouping.within(threshold), wanted)
  if (alike.length > most) return mergedInto(voices, alike, most)
  if (alike.length >= wanted) return alike
  // Finer groups until enough of them hold real speech; at the finest every voice stands alone.
  for (let count = wanted; count <= voices.length; count++) {
    const finer = withoutPhantoms(voices, grouping.into(count))
    if (finer.length >= wanted) return finer.length > most ? mergedInto(voices, finer, most) : finer
  }
  return withoutPhantoms(voices, grouping.into(wanted), wanted)
}

function shortBonus(seconds: number): number {
  return SHORT_BONUS * Math.max(0, 1 - seconds / SHORT_SECONDS)
}

/** The largest `least` groups are real whatever their size. */
function withoutPhantoms(voices: readonly Voice[], groups: readonly Group[], least = 1): Group[] {
  const total = secondsIn(voices, [...voices.keys()])
  const bySeconds = groups.toSorted((a, b) => secondsIn(voices, b) - secondsIn(voices, a))
  const isReal = (group: Group) => secondsIn(voices, group) >= Math.min(total * PHANTOM_SHARE, PHANTOM_SECONDS)
  const real = bySeconds.filter((group, index) => index < least || isReal(group))
  return foldInto(
    voices,
    real,
    bySeconds.filter((group) => !real.includes(group)),
  )
}

/** Gives each of the others to the group it sounds most like. */
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
