import type { ContentWord } from '#language/content-words.ts'

import type { SentenceRange } from './chapters.ts'
import { capitalised } from './fillers.ts'
import { inBatches, type Pause } from './in-batches.ts'
import { keyWords, type WordsByStem } from './key-words.ts'
import type { DigestLanguage } from './language.ts'
import type { ReadSentence } from './read-sentence.ts'
import { SUMMARY_WEIGHTS, type Ranking } from './scores.ts'

/** What a large chapter is about, and a sentence that says it. */
export type Topic = { words: string[]; sentence: number }

export type NamedChapter = SentenceRange & { title: string; words: string[] }

const MOST_TOPICS = 3

export async function nameChapters(
  ranges: readonly SentenceRange[],
  { read, language, pause }: { read: readonly ReadSentence[]; language: DigestLanguage; pause: Pause },
): Promise<NamedChapter[]> {
  const said: WordsByStem[] = []
  for (const { from, to } of ranges) said.push(await wordsByStem(read.slice(from, to), pause))
  const named = await keyWords(said, language, pause)
  return ranges.map((range, at) => {
    const words = named[at] ?? []
    return { ...range, words, title: capitalised(words.join(', ')) }
  })
}

async function wordsByStem(read: readonly ReadSentence[], pause: Pause): Promise<WordsByStem> {
  const said = new Map<string, ContentWord[]>()
  const add = (word: ContentWord) => {
    const known = said.get(word.stem)
    if (known) known.push(word)
    else said.set(word.stem, [word])
  }
  await inBatches(read, ({ telling }) => telling.forEach(add), pause)
  return said
}

/** The largest chapters, the largest first. Chapters without key words are left out. */
export function topicsOf(chapters: readonly NamedChapter[], read: readonly ReadSentence[], ranking: Ranking): Topic[] {
  return chapters
    .filter(({ words }) => words.length > 0)
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, MOST_TOPICS)
    .map(({ words, ...range }) => ({ words, sentence: bestSaying(words, range, { read, ranking }) }))
}

/** The sentence that says most of the words, the best one of several. */
function bestSaying(
  words: readonly string[],
  { from, to }: SentenceRange,
  { read, ranking }: { read: readonly ReadSentence[]; ranking: Ranking },
): number {
  const wanted = words.map((word) => word.toLowerCase())
  const value = (at: number) => {
    const said = new Set(read[at]?.telling.map(({ raw }) => raw.toLowerCase()))
    return wanted.filter((word) => said.has(word)).length + (ranking.score(at, SUMMARY_WEIGHTS) ?? -words.length)
  }
  const values = read.slice(from, to).map((_, index) => value(from + index))
  return from + values.indexOf(Math.max(...values))
}
