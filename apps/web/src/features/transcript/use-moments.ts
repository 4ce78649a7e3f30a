import type { Span } from '@doslovno/domain/span.ts'
import { type RefObject, useEffect, useRef } from 'react'

import type { PlayMoment } from '#lib/file-page/listening.ts'

import type { Player } from './player/player.ts'
import { citedRanges } from './reader/cited-ranges.ts'
import type { Highlighter } from './reader/highlighter.ts'
import type { ReaderHandle } from './reader/reader.tsx'
import type { WordIndex } from './reader/word-index.ts'

/** A listener needs a moment to begin to listen. */
const LEAD_SECONDS = 0.5

type Options = {
  reader: RefObject<ReaderHandle | null>
  words: WordIndex
  player: Player | undefined
  sync: { followFrom: (seconds: number) => void }
  highlighter: Highlighter
  /** Shows all speakers: the moment may belong to a hidden one. */
  showAll: () => void
}

/** Plays moments that other parts of the page point to, and marks their words until the text changes. */
export function useMoments({ reader, words, player, sync, highlighter, showAll }: Options): PlayMoment {
  const unmark = useRef<() => void>(undefined)
  useEffect(() => () => unmark.current?.(), [words])

  const listen = ({ start }: Span) => {
    player?.seek(start - LEAD_SECONDS)
    player?.play()
    sync.followFrom(start)
  }
  return (moment) => {
    showAll()
    const ranges = citedRanges(words, moment)
    unmark.current = highlighter.show('cited', ranges)
    if (player) listen(moment)
    else if (ranges[0]) reader.current?.reveal(ranges[0].paragraph, true)
  }
}
