import { type Bag, borderStrength, cheapestCuts } from './cheapest-cuts.ts'
import { inBatches, type Pause } from './in-batches.ts'
import type { Sentence } from './read-sentence.ts'

/** `from` and `to`: indexes of the first sentence and of the one after the last. */
export type SentenceRange = { from: number; to: number }

/** Longer windows cut long texts too rarely. */
export const WINDOW_SENTENCES = 240
/** A border is weighed by so many sentences on either side: else long chapters swallow their neighbours. */
const REACH_SENTENCES = 40
const SHORTEST_SENTENCES = 6
const SHORTEST_SECONDS = 90
const SECONDS_PER_CHAPTER = 240
const MOST_CHAPTERS = 24

type Spoken = Pick<Sentence, 'start' | 'end'>

/** Chapters that tile the text: changes of topic by the stems of the sentences, few enough to be read as a list. */
export async function findChapters(
  sentences: readonly Spoken[],
  bags: readonly Bag[],
  pause: Pause,
): Promise<SentenceRange[]> {
  if (sentences.length === 0) return []
  const borders = await findBorders(sentences, bags, pause)
  const kept = await keepStrongest(borders, { bags, most: mostChapters(sentences) - 1, pause })
  return rangesBetween(kept, sentences.length)
}

/** Every change of topic. Windows overlap by half; a border is taken from the middle of its window. */
export async function findBorders(sentences: readonly Spoken[], bags: readonly Bag[], pause: Pause): Promise<number[]> {
  const borders: number[] = []
  for (const window of windowsOf(sentences.length)) {
    await pause()
    const cuts = cheapestCuts(bags.slice(window.from, window.to), (from, to) =>
      isLongEnough(sentences, window.from + from, window.from + to),
    )
    for (const border of cuts.map((cut) => window.from + cut))
      if (border >= window.takeFrom && border < window.takeTo && isLongEnough(sentences, borders.at(-1) ?? 0, border))
        borders.push(border)
  }
  return borders
}

/** Overlapping windows of the text; borders in [takeFrom, takeTo) are taken from this one. */
function windowsOf(length: number) {
  const windows: (SentenceRange & { takeFrom: number; takeTo: number })[] = []
  for (let from = 0; ; from += WINDOW_SENTENCES / 2) {
    const to = Math.min(length, from + WINDOW_SENTENCES)
    const takeFrom = from === 0 ? 0 : from + WINDOW_SENTENCES / 4
    const takeTo = to === length ? length : to - WINDOW_SENTENCES / 4
    windows.push({ from, to, takeFrom, takeTo })
    if (to === length) return windows
  }
}

function isLongEnough(sentences: readonly Spoken[], from: number, to: number): boolean {
  if (to - from < SHORTEST_SENTENCES) return false
  return (sentences[to - 1]?.end ?? 0) - (sentences[from]?.start ?? 0) >= SHORTEST_SECONDS
}

function mostChapters(sentences: readonly Spoken[]): number {
  const seconds = (sentences.at(-1)?.end ?? 0) - (sentences[0]?.start ?? 0)
  return Math.max(1, Math.min(MOST_CHAPTERS, Math.floor(seconds / SECONDS_PER_CHAPTER)))
}

/** Removes the weakest border until `most` are left; its neighbours then part longer chapters and are weighed again. */
async function keepStrongest(
  borders: readonly number[],
  { bags, most, pause }: { bags: readonly Bag[]; most: number; pause: Pause },
): Promise<number[]> {
  const kept = [...borders]
  const strengthAt = (index: number) => {
    const border = kept[index] ?? 0
    const from = Math.max(kept[index - 1] ?? 0, border - REACH_SENTENCES)
    const to = Math.min(kept[index + 1] ?? bags.length, border + REACH_SENTENCES)
    return borderStrength(bags.slice(from, to), border - from)
  }
  const strengths = await inBatches([...kept.keys()], strengthAt, pause)
  while (kept.length > most) {
    await pause()
    const weakest = strengths.indexOf(Math.min(...strengths))
    kept.splice(weakest, 1)
    strengths.splice(weakest, 1)
    for (const index of [weakest - 1, weakest])
      if (index >= 0 && index < kept.length) strengths[index] = strengthAt(index)
  }
  return kept
}

const rangesBetween = (borders: readonly number[], length: number): SentenceRange[] =>
  [0, ...borders].map((from, index) => ({ from, to: borders[index] ?? length }))
