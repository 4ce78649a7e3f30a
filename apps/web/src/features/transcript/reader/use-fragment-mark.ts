import type { Span } from '@doslovno/domain/span.ts'
import { useEffect } from 'react'

import { citedRanges } from './cited-ranges.ts'
import type { Highlighter } from './highlighter.ts'
import type { WordIndex } from './word-index.ts'

/** Marks the words of the fragment that a link points to. */
export function useFragmentMark(highlighter: Highlighter, words: WordIndex, fragment: Span | undefined) {
  const { start, end } = fragment ?? {}
  useEffect(() => {
    if (start === undefined || end === undefined) return undefined
    return highlighter.show('cited', citedRanges(words, { start, end }))
  }, [highlighter, words, start, end])
}
