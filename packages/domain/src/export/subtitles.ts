import type { Segment } from '#transcript/segments.ts'

import { breakBetween, type LineBreakRules } from './line-breaks.ts'
import { CHARACTERS_PER_SECOND, layOut, LONGEST_MS, SHORTEST_MS } from './subtitle-layout.ts'
import { plainLine, type Run, type SubtitleWord, toRuns } from './subtitle-words.ts'

/** One subtitle; times in whole milliseconds. */
export type Cue = { startMs: number; endMs: number; speaker: number; lines: readonly string[] }

type Spoken = Omit<Cue, 'endMs'> & { speechEndMs: number }

const LABEL_CHARACTERS = 24
/** A gap between cues makes a change visible. */
const BLINK_MS = 80
/** The shortest cue, for words that share one moment. */
const INSTANT_MS = 40

/**
 * Subtitles of a transcript: at most two lines of 42 characters, 1–7 s, at most 17 characters per second if the speech
 * leaves time for it, without overlaps. `labelOf` names a speaker at the start of a turn.
 */
export function toCues(
  segments: readonly Segment[],
  rules: LineBreakRules,
  labelOf?: (speaker: number) => string,
): Cue[] {
  const runs = toRuns(segments)
  const spoken = runs.flatMap((run, index) => {
    const label = labelOf && run.isTurnStart ? labelWords(labelOf(run.speaker), run) : []
    return cuesOf({ run, label, nextStartMs: runs[index + 1]?.words[0]?.startMs ?? Infinity }, rules)
  })
  return schedule(spoken)
}

type Labelled = { run: Run; label: readonly SubtitleWord[]; nextStartMs: number }

function cuesOf({ run, label, nextStartMs }: Labelled, rules: LineBreakRules): Spoken[] {
  const words = [...label, ...run.words]
  const gaps = words.map((word, index) =>
    index < label.length ? ('label' as const) : breakBetween(word.text, words[index + 1]?.text ?? '', rules),
  )
  return layOut(words, gaps, nextStartMs).map(({ from, to, lineAt = to }) => ({
    speaker: run.speaker,
    lines: [lineOf(words.slice(from, lineAt)), lineOf(words.slice(lineAt, to))].filter(Boolean),
    startMs: words[from]?.startMs ?? 0,
    speechEndMs: words[to - 1]?.endMs ?? 0,
  }))
}

function labelWords(name: string, run: Run): SubtitleWord[] {
  const startMs = run.words[0]?.startMs ?? 0
  const line = plainLine(name)
  const short = line.length > LABEL_CHARACTERS ? `${line.slice(0, LABEL_CHARACTERS - 1).trimEnd()}…` : line
  return short ? [{ text: `${short}:`, startMs, endMs: startMs }] : []
}

function lineOf(words: readonly SubtitleWord[]): string {
  return words.map((word) => word.text).join(' ')
}

/** Each cue stays long enough to be read, unless the next one starts earlier. */
function schedule(spoken: readonly Spoken[]): Cue[] {
  const cues: Cue[] = []
  for (const [index, { speechEndMs, ...cue }] of spoken.entries()) {
    const startMs = Math.max(cue.startMs, cues.at(-1)?.endMs ?? 0)
    const nextMs = spoken[index + 1]?.startMs ?? Infinity
    const wanted = Math.max(speechEndMs, startMs + readingMs(cue.lines))
    const room = Math.max(Math.min(speechEndMs, nextMs), nextMs - BLINK_MS)
    const endMs = Math.max(Math.min(wanted, room, startMs + LONGEST_MS), startMs + INSTANT_MS)
    cues.push({ ...cue, startMs, endMs })
  }
  return cues
}

function readingMs(lines: readonly string[]): number {
  const characters = lines.reduce((sum, line) => sum + line.length, 0)
  return Math.max(Math.ceil((characters / CHARACTERS_PER_SECOND) * 1000), SHORTEST_MS)
}
