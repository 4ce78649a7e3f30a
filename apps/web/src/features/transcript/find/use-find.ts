import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { type RefObject, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import type { Highlighter } from '#features/transcript/reader/highlighter.ts'
import type { ReaderHandle } from '#features/transcript/reader/reader.tsx'
import type { IsShown } from '#features/transcript/use-filter.ts'

import { findInText, SHORTEST_QUERY } from './find-in-text.ts'

type Options = {
  reader: RefObject<ReaderHandle | null>
  paragraphs: readonly Paragraph[]
  isShown: IsShown
  highlighter: Highlighter
  /** Searching stops the page from following the speech. */
  onShow: () => void
}

export type Find = {
  input: RefObject<HTMLInputElement | null>
  /** Whether the field is open on a screen too small to always show it. */
  isOpen: boolean
  open: () => void
  close: () => void
  query: string
  setQuery: (query: string) => void
  /** Number of matches; undefined while the query is too short. */
  total: number | undefined
  /** Index of the current match. */
  at: number
  go: (step: -1 | 1) => void
}

/** Finds words in the whole text, rendered or not, and steps through the matches. */
export function useFind({ reader, paragraphs, isShown, highlighter, onShow }: Options): Find {
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [query, setText] = useState('')
  const [wantedAt, setAt] = useState(0)
  const wanted = useDeferredValue(query)
  const matches = useMemo(() => findInText(paragraphs, wanted, isShown), [paragraphs, wanted, isShown])

  const at = Math.min(wantedAt, Math.max(0, matches.length - 1))

  // Edits of the text must not scroll to the match again.
  const show = useEffectEvent((text: string, index: number) => {
    const match = matches[index]
    if (text === '' || !match) return
    onShow()
    reader.current?.reveal(match.paragraph, false)
  })
  useEffect(() => show(wanted, at), [wanted, at])
  useEffect(() => highlighter.show('found', matches), [highlighter, matches])
  useEffect(() => highlighter.show('found-now', matches.slice(at, at + 1)), [highlighter, matches, at])

  const setQuery = (text: string) => {
    setText(text)
    setAt(0)
  }
  return {
    input,
    isOpen,
    open: () => {
      // The field must be rendered before it can take the focus.
      flushSync(() => setIsOpen(true))
      input.current?.focus()
    },
    close: () => {
      setIsOpen(false)
      setQuery('')
      input.current?.blur()
    },
    query,
    setQuery,
    total: wanted.trim().length < SHORTEST_QUERY ? undefined : matches.length,
    at,
    go: (step) => {
      if (matches.length > 0) setAt((at + step + matches.length) % matches.length)
    },
  }
}
