import type { Segment } from '#transcript/segments.ts'

import { type Break, breakBetween, type LineBreakRules } from './line-breaks.ts'
import { plainLine, type Run, type SubtitleWord, toRuns } from './subtitle-words.ts'
import { srtTime, vttTime } from './timecode.ts'

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

const LINE_CHARACTERS = 42
const CHARACTERS_PER_SECOND = 17
const SHORTEST_MS = 1000
const LONGEST_MS = 7000

/** Words from `from` to `to`, exclusive; a second line begins at `lineAt`. */
type Layout = { from: number; to: number; lineAt: number | undefined }

/** `gaps[n]` follows word n. After a label, which opens a run, a line may end but not a cue. */
type Gap = Break | 'label'

const COST_OF_CUE = 12
const COST_OF_INNER_SENTENCE = 6
const COST_OF_CUE_END: Record<Gap, number> = { sentence: 0, clause: 3, plain: 10, poor: 200, never: 2000, label: 9000 }
const COST_OF_LINE_END: Record<Gap, number> = { sentence: 0, clause: 1, plain: 4, poor: 100, never: 1000, label: 1 }
/** A pause this long is as good a break as a comma. */
const PAUSE_MS = 300
const INNER_PAUSE_MS = 500

/** Cuts a run into cues of at most two lines at the lowest cost, so that breaks follow the sense. */
function layOut(words: readonly SubtitleWord[], gaps: readonly Gap[], nextStartMs: number): Layout[] {
  const run = measure(words, gaps, nextStartMs)
  const best: { cost: number; layout: Layout }[] = []
  for (let to = 1; to <= words.length; to++) best.push(bestEndingAt(run, best, to))
  const layouts: Layout[] = []
  for (let at = best.at(-1); at; at = best[at.layout.from - 1]) layouts.push(at.layout)
  return layouts.toReversed()
}

type Measured = ReturnType<typeof measure>

function measure(words: readonly SubtitleWord[], gaps: readonly Gap[], nextStartMs: number) {
  const ends = [0]
  for (const word of words) ends.push((ends.at(-1) ?? 0) + word.text.length + 1)
  return {
    words,
    gaps,
    /** Characters of a line with words `from` to `to`. */
    lengthOf: (from: number, to: number) => (ends[to] ?? 0) - (ends[from] ?? 0) - 1,
    startOf: (index: number) => words[index]?.startMs ?? nextStartMs,
    pauseAfter: (index: number) => (words[index + 1]?.startMs ?? nextStartMs) - (words[index]?.endMs ?? 0),
  }
}

function bestEndingAt(run: Measured, best: readonly { cost: number; layout: Layout }[], to: number) {
  let found = { cost: Infinity, layout: { from: to - 1, to, lineAt: undefined } as Layout }
  let inner = 0
  for (let from = to - 1; from >= 0; from--) {
    if (from < to - 1) inner += innerCost(run, from)
    const lines = fits(run, from, to) ? bestLines(run, from, to) : undefined
    if (!lines && from < to - 1) break
    const cost = (best[from - 1]?.cost ?? 0) + cueCost(run, from, to) + inner + (lines?.cost ?? 0)
    if (cost < found.cost) found = { cost, layout: { from, to, lineAt: lines?.lineAt } }
  }
  return found
}

function fits(run: Measured, from: number, to: number): boolean {
  const lasts = (run.words[to - 1]?.endMs ?? 0) - run.startOf(from)
  return lasts <= LONGEST_MS && run.lengthOf(from, to) <= 2 * LINE_CHARACTERS + 1
}

/** One line if it fits; else two, split at the best break near the middle. */
function bestLines(run: Measured, from: number, to: number): { cost: number; lineAt: number | undefined } | undefined {
  if (run.lengthOf(from, to) <= LINE_CHARACTERS) return { cost: 0, lineAt: undefined }
  let found: { cost: number; lineAt: number } | undefined
  for (let lineAt = from + 1; lineAt < to; lineAt++) {
    const upper = run.lengthOf(from, lineAt)
    const lower = run.lengthOf(lineAt, to)
    if (upper > LINE_CHARACTERS || lower > LINE_CHARACTERS) continue
    const cost = COST_OF_LINE_END[run.gaps[lineAt - 1] ?? 'plain'] + (Math.abs(upper - lower) / LINE_CHARACTERS) * 6
    if (!found || cost < found.cost) found = { cost, lineAt }
  }
  return found
}

function cueCost(run: Measured, from: number, to: number): number {
  const lastsMs = Math.min(Math.max(run.startOf(to) - run.startOf(from), 1), LONGEST_MS)
  const tooShort = Math.max(SHORTEST_MS - lastsMs, 0) / SHORTEST_MS
  const tooFast = Math.max((run.lengthOf(from, to) * 1000) / lastsMs - CHARACTERS_PER_SECOND, 0)
  return COST_OF_CUE + endCost(run, to) + tooShort * 30 + Math.min(tooFast, 30) * 3
}

function endCost(run: Measured, to: number): number {
  if (to === run.words.length) return 0
  const gap = run.gaps[to - 1] ?? 'plain'
  return COST_OF_CUE_END[gap === 'plain' && run.pauseAfter(to - 1) >= PAUSE_MS ? 'clause' : gap]
}

// A pause or a sentence end inside a cue.
function innerCost(run: Measured, index: number): number {
  const pause = Math.max(run.pauseAfter(index) - INNER_PAUSE_MS, 0) / 50
  return pause + (run.gaps[index] === 'sentence' ? COST_OF_INNER_SENTENCE : 0)
}

/** Subtitles as SubRip. The format has no speakers, so cues carry them in their lines. */
export function toSrt(cues: readonly Cue[]): string {
  return cues
    .map((cue, index) => {
      const times = `${srtTime(cue.startMs)} --> ${srtTime(cue.endMs)}`
      return `${index + 1}\n${times}\n${cue.lines.map(sanitise).join('\n')}\n`
    })
    .join('\n')
}

// SubRip has no escapes: players read tags and braces as styles, and an arrow as a time.
function sanitise(line: string): string {
  return line.replaceAll('-->', '→').replaceAll('<', '‹').replaceAll('>', '›').replaceAll('{', '(').replaceAll('}', ')')
}

/** Subtitles as WebVTT; with `nameOf` every cue has a voice tag. */
export function toVtt(cues: readonly Cue[], nameOf?: (speaker: number) => string): string {
  const blocks = cues.map((cue) => `${vttTime(cue.startMs)} --> ${vttTime(cue.endMs)}\n${textOf(cue, nameOf)}\n`)
  return ['WEBVTT\n', ...blocks].join('\n')
}

function textOf(cue: Cue, nameOf: ((speaker: number) => string) | undefined): string {
  const voice = nameOf ? `<v ${escape(plainLine(nameOf(cue.speaker)))}>` : ''
  return voice + cue.lines.map(escape).join('\n')
}

// An arrow would end the cue text, a tag would hide some of it.
function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
