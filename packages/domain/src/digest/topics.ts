import type { ContentWord } from '#language/content-words.ts'

import type { SentenceRange } from './chapters.ts'
import { capitalised } from './fillers.ts'
import { inBatches, type Pause } from './in-batches.ts'
import { keyWords, type WordsByStem } from './key-words.ts'
import type { DigestLanguage } from './language.ts'
import type { ReadSentence } from './read-sentence.ts'

/** What a large chapter is about, and a sentence that says the first of its words. */
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
export function topicsOf(chapters: readonly NamedChapter[], read: readonly ReadSentence[]): Topic[] {
  return chapters
    .filter(({ words }) => words.length > 0)
    .toSorted((one, other) => other.to - other.from - (one.to - one.from))
    .slice(0, MOST_TOPICS)
    .map(({ from, to, words }) => ({ words, sentence: firstSaying(words[0] ?? '', read, { from, to }) }))
}

function firstSaying(word: string, read: readonly ReadSentence[], { from, to }: SentenceRange): number {
  const plain = word.toLowerCase()
  const at = read.slice(from, to).findIndex(({ telling }) => telling.some(({ raw }) => raw.toLowerCase() === plain))
  return from + Math.max(0, at)
}
