import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { replacedWords } from '@doslovno/domain/vocabulary/correct.ts'
import { useEffect } from 'react'

import type { Transcript } from '#features/transcript/use-transcript.ts'

import type { Highlighter } from './highlighter.ts'
import type { TextRange } from './highlights.ts'
import { firstWordOf, type WordIndex } from './word-index.ts'

/** Marks the words that the vocabulary put in. */
export function useReplacedWords(highlighter: Highlighter, { paragraphs, words }: Transcript) {
  useEffect(() => {
    const ranges = words.replaced.map((word) => replacedRange(paragraphs, words, word))
    return highlighter.show('replaced-word', ranges)
  }, [highlighter, paragraphs, words])
}

/** Marks words that do not exist, quietly; an engine with confidence has better marks. */
export function useUnknownWords(
  highlighter: Highlighter,
  { paragraphs, words }: Transcript,
  isKnown: ((word: string) => boolean) | undefined,
) {
  useEffect(() => {
    if (!isKnown || paragraphs.some(hasConfidence)) return undefined
    const ranges = paragraphs.flatMap(({ words: own }, paragraph) => {
      const first = firstWordOf(words, paragraph)
      return own.flatMap(({ text, termId }, at) =>
        termId === undefined && !isKnown(text) ? [rangeOf(words, first + at, 1)] : [],
      )
    })
    return highlighter.show('unknown-word', ranges)
  }, [highlighter, paragraphs, words, isKnown])
}

/** The text of all words of a replacement. */
export function replacedRange(paragraphs: readonly Paragraph[], words: WordIndex, word: number): TextRange {
  const paragraph = words.paragraph[word] ?? 0
  const own = paragraphs[paragraph]?.words ?? []
  return rangeOf(words, word, replacedWords(own, word - firstWordOf(words, paragraph)))
}

function rangeOf(words: WordIndex, word: number, count: number): TextRange {
  const last = word + Math.max(1, count) - 1
  return { paragraph: words.paragraph[word] ?? 0, from: words.from[word] ?? 0, to: words.to[last] ?? 0 }
}

const hasConfidence = ({ words }: Paragraph) => words.some(({ confidence }) => confidence !== null)
