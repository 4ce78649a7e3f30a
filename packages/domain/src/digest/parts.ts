import type { SentenceRange } from './chapters.ts'
import type { Sentence } from './read-sentence.ts'

/** A stretch of the text that a model reads in one call. */
export type Part = SentenceRange & { start: number; end: number }

/** `cells`: how many cells of five minutes a part has. */
export type PartSize = { cells: number; maxCharacters: number }

const CELL_SECONDS = 300
const GAP_SECONDS = 5
/** A paragraph further away than this from the end of a cell does not attract the border. */
const REACH_SECONDS = 60

/**
 * Parts that tile the text, cut by time, so that a corrected word moves no border. Paragraphs of `toParagraphs` would:
 * they depend on punctuation.
 */
export function cutParts(sentences: readonly Sentence[], { cells, maxCharacters }: PartSize): Part[] {
  const borders = [...new Set([0, ...cellBorders(sentences, cells * CELL_SECONDS)])].filter(
    (at) => at < sentences.length,
  )
  return borders
    .map((from, index) => ({ from, to: borders[index + 1] ?? sentences.length }))
    .flatMap((range) => halved(sentences, range, maxCharacters))
    .map(({ from, to }) => ({ from, to, start: sentences[from]?.start ?? 0, end: sentences[to - 1]?.end ?? 0 }))
}

function cellBorders(sentences: readonly Sentence[], seconds: number): number[] {
  const starts = sentences.flatMap((_, at) => (startsParagraph(sentences, at) ? [at] : []))
  const all = [...sentences.keys()]
  const borders: number[] = []
  for (let time = seconds; time < (sentences.at(-1)?.start ?? 0); time += seconds) {
    const paragraph = nearest(sentences, starts, time)
    const distance = Math.abs((sentences[paragraph]?.start ?? 0) - time)
    borders.push(distance <= REACH_SECONDS ? paragraph : nearest(sentences, all, time))
  }
  return borders.toSorted((one, other) => one - other)
}

function startsParagraph(sentences: readonly Sentence[], at: number): boolean {
  const before = sentences[at - 1]
  const sentence = sentences[at]
  if (!before || !sentence) return true
  return sentence.speaker !== before.speaker || sentence.start - before.end > GAP_SECONDS
}

/** The index, of those given in order, whose sentence starts nearest to a time. */
function nearest(sentences: readonly Sentence[], indexes: readonly number[], time: number): number {
  let best = 0
  let distance = Infinity
  for (const at of indexes) {
    const away = Math.abs((sentences[at]?.start ?? 0) - time)
    if (away >= distance) continue
    best = at
    distance = away
  }
  return best
}

/** Halves by the number of sentences until each piece fits, or is one sentence. */
function halved(sentences: readonly Sentence[], range: SentenceRange, maxCharacters: number): SentenceRange[] {
  const { from, to } = range
  const characters = sentences.slice(from, to).reduce((sum, { text }) => sum + text.length, 0)
  if (characters <= maxCharacters || to - from < 2) return [range]
  const middle = Math.ceil((from + to) / 2)
  return [
    { from, to: middle },
    { from: middle, to },
  ].flatMap((half) => halved(sentences, half, maxCharacters))
}
