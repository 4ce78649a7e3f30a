import type { Break } from './line-breaks.ts'
import type { SubtitleWord } from './subtitle-words.ts'

export const LINE_CHARACTERS = 42
export const CHARACTERS_PER_SECOND = 17
export const SHORTEST_MS = 1000
export const LONGEST_MS = 7000

/** Words from `from` to `to`, exclusive; a second line begins at `lineAt`. */
export type Layout = { from: number; to: number; lineAt: number | undefined }

/** `gaps[n]` follows word n. After a label, which opens a run, a line may end but not a cue. */
export type Gap = Break | 'label'

const COST_OF_CUE = 12
const COST_OF_INNER_SENTENCE = 6
const COST_OF_CUE_END: Record<Gap, number> = { sentence: 0, clause: 3, plain: 10, poor: 200, never: 2000, label: 9000 }
const COST_OF_LINE_END: Record<Gap, number> = { sentence: 0, clause: 1, plain: 4, poor: 100, never: 1000, label: 1 }
/** A pause this long is as good a break as a comma. */
const PAUSE_MS = 300
const INNER_PAUSE_MS = 500

/** Cuts a run into cues of at most two lines at the lowest cost, so that breaks follow the sense. */
export function layOut(words: readonly SubtitleWord[], gaps: readonly Gap[], nextStartMs: number): Layout[] {
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
