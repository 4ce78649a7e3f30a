import { useEffect } from 'react'

import type { TextPaint } from './text-paint.ts'
import type { WordIndex } from './word-index.ts'

/** Marks the words the engine was not sure of; an engine that says nothing marks nothing. */
export function useUnsureWords(paint: TextPaint, words: WordIndex) {
  useEffect(() => {
    const places = words.unsure.map((word) => ({
      paragraph: words.paragraph[word] ?? 0,
      from: words.from[word] ?? 0,
      to: words.to[word] ?? 0,
    }))
    return paint.show('unsure-word', places)
  }, [paint, words])
}
