import type { SentenceRange } from './chapters.ts'
import { capitalised } from './fillers.ts'
import { keyWords } from './key-words.ts'
import type { DigestLanguage } from './language.ts'
import type { ReadSentence } from './read-sentence.ts'

/** What a large chapter is about, and a sentence that says the first of its words. */
export type Topic = { words: string[]; sentence: number }

export type NamedChapter = SentenceRange & { title: string; words: string[] }

const MOST_TOPICS = 3

export function nameChapters(
  ranges: readonly SentenceRange[],
  read: readonly ReadSentence[],
  language: DigestLanguage,
): NamedChapter[] {
  const said = ranges.map(({ from, to }) => read.slice(from, to).flatMap(({ telling }) => telling))
  const named = keyWords(said, language)
  return ranges.map((range, at) => {
    const words = named[at] ?? []
    return { ...range, words, title: capitalised(words.join(', ')) }
  })
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
