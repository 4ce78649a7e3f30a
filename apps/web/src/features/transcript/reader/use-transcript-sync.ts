import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'

import type { Player } from '#features/transcript/player/player.ts'

import { ParagraphSteps } from './paragraph-steps.ts'
import type { ReaderHandle } from './reader.tsx'
import { TranscriptSync } from './transcript-sync.ts'
import { snapToWord, type WordIndex } from './word-index.ts'

type Options = {
  root: RefObject<HTMLElement | null>
  toolbar: RefObject<HTMLElement | null>
  reader: RefObject<ReaderHandle | null>
  words: WordIndex
  player: Player | undefined
  /** The second that the link points to. */
  startAt: number | undefined
}

/** Connects the text to the player and the arrow keys; returns whether the page follows the speech. */
export function useTranscriptSync({ root, toolbar, reader, words, player, startAt }: Options) {
  const [isFollowing, setIsFollowing] = useState(true)
  const isLeft = useRef(false)
  const sync = useRef<TranscriptSync>(null)
  const steps = useRef<ParagraphSteps>(null)

  useEffect(() => {
    if (!root.current) return undefined
    const created = new ParagraphSteps({
      root: root.current,
      reveal: (paragraph) => reader.current?.reveal(paragraph, true),
      onStep: (seconds) => player?.seek(seconds),
    })
    steps.current = created
    return () => created.destroy()
  }, [player, root, reader])

  useEffect(() => {
    if (!player || !root.current) return undefined
    const created = new TranscriptSync({
      root: root.current,
      words,
      player,
      reveal: (paragraph, isSmooth) => reader.current?.reveal(paragraph, isSmooth),
      topEdge: () => toolbar.current?.getBoundingClientRect().bottom ?? 0,
      onFollow: (follows) => {
        isLeft.current = !follows
        setIsFollowing(follows)
      },
      onParagraph: (paragraph) => steps.current?.enterAt(paragraph),
    })
    sync.current = created
    // Edits must not make the page follow again.
    if (isLeft.current) created.leave()
    return () => created.destroy()
  }, [player, words, root, toolbar, reader])

  const seekToWord = useEffectEvent((seconds: number) => player?.seek(snapToWord(words, seconds)))
  useEffect(() => {
    if (!player || startAt === undefined) return undefined
    seekToWord(startAt)
    // The router scrolls a new page to its top after this effect; a link to a second comes last.
    const frame = requestAnimationFrame(() => sync.current?.follow())
    return () => cancelAnimationFrame(frame)
  }, [player, startAt])

  return {
    isFollowing,
    follow: () => sync.current?.follow(),
    followFrom: (seconds: number) => sync.current?.follow(seconds),
    leave: () => sync.current?.leave(),
    step: (by: -1 | 1) => steps.current?.step(by),
    settle: () => steps.current?.settle(),
  }
}
