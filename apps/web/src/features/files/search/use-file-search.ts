import type { ScriptSummary } from '@doslovno/contract/scripts.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { toSearch } from '#features/files/list/list-search.ts'
import { type SearchPage, searchQuery } from '#lib/queries/scripts.ts'

const PAUSE_MS = 1000

export type FileSearch = {
  isOpen: boolean
  text: string
  /** The trimmed search; empty until it is long enough. */
  wanted: string
  isShort: boolean
  open: () => void
  close: () => void
  type: (text: string) => void
  /** Asks now, without the pause after typing. */
  submit: () => void
}

/** The search field and its debounced query. The address keeps the query. */
export function useFileSearch(asked: string, onAsk: (search: string) => void): FileSearch {
  const [text, setText] = useState(asked)
  const [isOpen, setIsOpen] = useState(asked !== '')
  const wanted = toSearch(text)
  const lastAsked = useRef(asked)

  const ask = (search: string) => {
    if (search === lastAsked.current) return
    lastAsked.current = search
    onAsk(search)
  }
  const askLater = useEffectEvent(ask)
  useEffect(() => {
    if (wanted === lastAsked.current) return undefined
    const timer = setTimeout(() => askLater(wanted), wanted === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [wanted])

  // Follows the address when the user goes back or to the whole list.
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
    submit: () => ask(wanted),
  }
}

export type Found = {
  /** A page of results; undefined until the server has answered this query. */
  results: { data: readonly ScriptSummary[]; total: number } | undefined
  /** Results of the previous query. */
  earlier: readonly ScriptSummary[]
  isError: boolean
  isFetching: boolean
  retry: () => void
}

/** Search results of the server; `wanted` may be ahead of the search that was asked for. */
export function useFound(asked: SearchPage, wanted: string): Found {
  const { data, isError, isFetching, refetch } = useQuery({
    ...searchQuery(asked),
    enabled: asked.search !== '',
    placeholderData: keepPreviousData,
  })
  return {
    results: data?.search === wanted ? data : undefined,
    earlier: data?.data ?? [],
    isError: isError && asked.search === wanted,
    isFetching: isFetching || asked.search !== wanted,
    retry: () => void refetch(),
  }
}
