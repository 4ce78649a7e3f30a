import { type RefObject, useEffect, useRef, useState } from 'react'

import type { Player } from './player.ts'
import type { ReaderHandle } from './reader.tsx'
import { TranscriptSync } from './transcript-sync.ts'
import type { WordIndex } from './word-index.ts'

type Options = {
  root: RefObject<HTMLElement | null>
  reader: RefObject<ReaderHandle | null>
  words: WordIndex
  player: Player | undefined
  /** The second a link leads to. */
  startAt: number | undefined
}

/** Ties the text to the player; tells whether the page follows the speech, and lets it follow again. */
export function useTranscriptSync({ root, reader, words, player, startAt }: Options) {
  const [isFollowing, setIsFollowing] = useState(true)
  const sync = useRef<TranscriptSync>(null)

  useEffect(() => {
    if (!player || !root.current) return undefined
    const created = new TranscriptSync({
      root: root.current,
      words,
      player,
      reveal: (paragraph, isSmooth) => reader.current?.reveal(paragraph, isSmooth),
      onFollow: setIsFollowing,
    })
    sync.current = created
    return () => created.destroy()
  }, [player, words, root, reader])

  useEffect(() => {
    if (!player || startAt === undefined) return undefined
    player.seek(startAt)
    // The router puts a new page at its top after this effect; a link to a second has the last word.
    const frame = requestAnimationFrame(() => sync.current?.follow())
    return () => cancelAnimationFrame(frame)
  }, [player, startAt])

  return { isFollowing, follow: () => sync.current?.follow() }
}
