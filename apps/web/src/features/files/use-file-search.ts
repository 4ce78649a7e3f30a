import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { searchQuery } from '#lib/queries/scripts.ts'

import { toSearch } from './list-search.ts'

const PAUSE_MS = 1000

export type FileSearch = {
  isOpen: boolean
  text: string
  /** What is searched for: nothing until it is long enough. */
  wanted: string
  isShort: boolean
  open: () => void
  close: () => void
  type: (text: string) => void
}

/** What is typed into the search, and the question that follows when the typing pauses. The address keeps it. */
export function useFileSearch(asked: string, onAsk: (search: string) => void): FileSearch {
  const [text, setText] = useState(asked)
  const [isOpen, setIsOpen] = useState(asked !== '')
  const wanted = toSearch(text)
  const lastAsked = useRef(asked)

  const ask = useEffectEvent((search: string) => {
    lastAsked.current = search
    onAsk(search)
  })
  useEffect(() => {
    if (wanted === lastAsked.current) return undefined
    const timer = setTimeout(() => ask(wanted), wanted === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  // Somebody went back, or to the whole list by its link: the field follows the address.
  useEffect(() => {
    if (asked === lastAsked.current) return
    lastAsked.current = asked
    setText(asked)
    setIsOpen(asked !== '')
  }, [asked])

  return {
    isOpen,
    text,
    wanted,
    isShort: wanted === '' && text.trim() !== '',
    open: () => setIsOpen(true),
    close: () => {
      setIsOpen(false)
      setText('')
    },
    type: setText,
  }
}

export type Found = {
  /** Undefined until the server has answered this very question. */
  scripts: readonly ScriptSummary[] | undefined
  /** What an earlier question has found. */
  earlier: readonly ScriptSummary[]
  isError: boolean
  isFetching: boolean
  retry: () => void
}

/** What the server finds; `wanted` may be ahead of what it was `asked`. */
export function useFound(asked: string, wanted: string): Found {
  const { data, isPlaceholderData, isError, isFetching, refetch } = useQuery({
    ...searchQuery(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const isAnswer = asked === wanted && !isPlaceholderData
  return {
    scripts: isAnswer ? data : undefined,
    earlier: data ?? [],
    isError: isError && asked === wanted,
    isFetching: isFetching || asked !== wanted,
    retry: () => void refetch(),
  }
}
