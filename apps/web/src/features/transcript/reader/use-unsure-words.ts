import { useEffect } from 'react'

import type { Highlighter } from './highlighter.ts'
import type { WordIndex } from './word-index.ts'

/** Marks words of low confidence; none if the engine gives no confidence. */
export function useUnsureWords(highlighter: Highlighter, words: WordIndex) {
  useEffect(() => {
    const ranges = words.unsure.map((word) => ({
      paragraph: words.paragraph[word] ?? 0,
      from: words.from[word] ?? 0,
      to: words.to[word] ?? 0,
    }))
    return highlighter.show('unsure-word', ranges)
  }, [highlighter, words])
}
