import { useEffect, useRef, useState } from 'react'

import { replacedRange, useReplacedWords } from '#features/transcript/reader/use-word-marks.ts'
import { firstWordOf, type WordIndex } from '#features/transcript/reader/word-index.ts'
import type { Reading } from '#features/transcript/use-reading.ts'
import type { MarkActions } from '#lib/file-page/marks.ts'

import { markAt } from './mark-at.ts'
import { MarkBar } from './mark-bar.tsx'
import { MarkGestures } from './mark-gestures.ts'

type Props = { reading: Reading; actions: MarkActions }

/** A replacement whose actions are shown; a text that changes closes them. */
type Opened = { word: number; of: WordIndex }

/** The words that the vocabulary put in: their marks, and what may be done with them. */
export function Marks({ reading: { root, transcript, highlighter }, actions }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const gestures = useRef<MarkGestures>(null)
  const [opened, setOpened] = useState<Opened>()
  const { paragraphs, words } = transcript
  useReplacedWords(highlighter, transcript)

  useEffect(() => {
    const element = root.current
    if (!element || words.replaced.length === 0) return undefined
    const created = new MarkGestures({
      root: element,
      markAt: (event) => markAt(event, element, { paragraphs, words }),
      markOf: (paragraph, word) => firstWordOf(words, paragraph) + word,
      onOpen: (word) => setOpened({ word, of: words }),
      onClose: () => !bar.current?.contains(document.activeElement) && setOpened(undefined),
      onEnter: () => bar.current?.querySelector('button')?.focus(),
    })
    gestures.current = created
    return () => created.destroy()
  }, [root, paragraphs, words])

  const word = opened?.of === words ? opened.word : undefined
  useEffect(
    () => (word === undefined ? undefined : highlighter.show('mark-now', [replacedRange(paragraphs, words, word)])),
    [highlighter, paragraphs, words, word],
  )
  if (word === undefined) return null

  const paragraph = words.paragraph[word] ?? 0
  const at = word - firstWordOf(words, paragraph)
  const focus = (selector: string) =>
    root.current
      ?.querySelector<HTMLElement>(`[data-paragraph="${paragraph}"] ${selector}`)
      ?.focus({ preventScroll: true })
  const close = (selector: string) => {
    if (bar.current?.contains(document.activeElement)) focus(selector)
    setOpened(undefined)
  }
  return (
    <MarkBar
      key={word}
      bar={bar}
      root={root}
      range={replacedRange(paragraphs, words, word)}
      mark={{ paragraph, word: at }}
      heard={paragraphs[paragraph]?.words[at]?.heard ?? ''}
      actions={actions}
      onStay={() => gestures.current?.stay()}
      onLeave={() => gestures.current?.leave()}
      onClose={() => close(`[data-mark="${at}"]`)}
      onDone={() => close('[data-text]')}
    />
  )
}
