import type { Paragraph } from '@doslovno/domain/transcript/paragraphs.ts'
import { useMemo, useState } from 'react'
import { flushSync } from 'react-dom'

import type { WordIndex } from './reader/word-index.ts'

/** Which paragraphs are shown; undefined for all of them. */
export type IsShown = ((paragraph: Paragraph) => boolean) | undefined

/** Shows the paragraphs of one speaker, or those that the vocabulary changed. */
export function useFilter(words: WordIndex, settle: () => void) {
  const [only, setOnly] = useState<number>()
  const [wantsMarked, setWantsMarked] = useState(false)
  const isMarkedOnly = wantsMarked && words.replaced.length > 0
  const isShown = useMemo<IsShown>(() => {
    if (only === undefined && !isMarkedOnly) return undefined
    return ({ speaker, words: own }) =>
      (only === undefined || speaker === only) && (!isMarkedOnly || own.some(({ heard }) => heard))
  }, [only, isMarkedOnly])

  // The text must be rendered before its tab stop is looked for.
  const show = (change: () => void) => {
    flushSync(change)
    settle()
  }
  return {
    only,
    isMarkedOnly,
    isShown,
    showOnly: (speaker: number | undefined) => show(() => setOnly(speaker)),
    showMarked: (isOn: boolean) => show(() => setWantsMarked(isOn)),
    showAll: () => {
      if (!isShown) return
      show(() => {
        setOnly(undefined)
        setWantsMarked(false)
      })
    },
  }
}
