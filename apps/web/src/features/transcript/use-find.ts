import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { type RefObject, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { findInText, SHORTEST_QUERY } from './find-in-text.ts'
import type { ReaderHandle } from './reader.tsx'
import type { TextPaint } from './text-paint.ts'

type Options = {
  reader: RefObject<ReaderHandle | null>
  paragraphs: readonly Paragraph[]
  only: number | undefined
  paint: TextPaint
  /** Who looks for something does not follow the speech. */
  onShow: () => void
}

export type Find = {
  input: RefObject<HTMLInputElement | null>
  /** Whether the field is wanted where there is no room for it otherwise. */
  isOpen: boolean
  open: () => void
  close: () => void
  query: string
  setQuery: (query: string) => void
  /** How many places there are; undefined while there is too little to look for. */
  total: number | undefined
  /** Which of them is shown, from 0. */
  at: number
  go: (step: -1 | 1) => void
}

/** Finds words in the whole text, also where it is not in sight, and goes from place to place. */
export function useFind({ reader, paragraphs, only, paint, onShow }: Options): Find {
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [query, setText] = useState('')
  const [wantedAt, setAt] = useState(0)
  const wanted = useDeferredValue(query)
  const places = useMemo(() => findInText(paragraphs, wanted, only), [paragraphs, wanted, only])

  const at = Math.min(wantedAt, Math.max(0, places.length - 1))

  // Words that are put right meanwhile are no reason to go to the place again.
  const show = useEffectEvent((text: string, index: number) => {
    const place = places[index]
    if (text === '' || !place) return
    onShow()
    reader.current?.reveal(place.paragraph, false)
  })
  useEffect(() => show(wanted, at), [wanted, at])
  useEffect(() => paint.show('found', places), [paint, places])
  useEffect(() => paint.show('found-now', places.slice(at, at + 1)), [paint, places, at])

  const setQuery = (text: string) => {
    setText(text)
    setAt(0)
  }
  return {
    input,
    isOpen,
    open: () => {
      // The field must be there before it can take the focus.
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
    total: wanted.trim().length < SHORTEST_QUERY ? undefined : places.length,
    at,
    go: (step) => {
      if (places.length > 0) setAt((at + step + places.length) % places.length)
    },
  }
}
