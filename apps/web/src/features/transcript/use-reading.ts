import type { Script } from '@doslovno/contract/scripts.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'

import type { LinkMoment } from '#lib/file-page/link-moment.ts'
import type { PlayMoment } from '#lib/file-page/playback.ts'
import { titleOf } from '#lib/format/file-name.ts'

import { useFind } from './find/use-find.ts'
import { connectMediaSession } from './player/media-session.ts'
import type { Player } from './player/player.ts'
import { useFragment } from './player/use-fragment.ts'
import { useMediaRenewal, usePlayer } from './player/use-player.ts'
import { citedRanges } from './reader/cited-ranges.ts'
import { Highlighter } from './reader/highlighter.ts'
import type { ReaderHandle } from './reader/reader.tsx'
import { useTextView } from './reader/use-text-view.ts'
import { useTranscriptSync } from './reader/use-transcript-sync.ts'
import type { WordIndex } from './reader/word-index.ts'
import { useFilter } from './use-filter.ts'
import { useTranscript } from './use-transcript.ts'

export type Reading = ReturnType<typeof useReading>

/** A text, its recording, and the sync between them. */
export function useReading(script: Script, { startAt, endAt }: LinkMoment, isWriting: boolean) {
  const root = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const reader = useRef<ReaderHandle>(null)
  // oxlint-disable-next-line react/refs -- read when highlighting, never while rendering
  const [highlighter] = useState(() => new Highlighter(() => root.current))
  const textView = useTextView(script, { root, toolbar, isWriting })
  const transcript = useTranscript(script, textView.view)
  const [isNaming, setIsNaming] = useState(false)
  const { paragraphs, words } = transcript

  const durationSeconds = script.duration ?? paragraphs.at(-1)?.end ?? 0
  const renewMedia = useMediaRenewal(script.id)
  const player = usePlayer({ scriptId: script.id, type: script.type, media: script, durationSeconds, renewMedia })
  const sync = useTranscriptSync({ root, toolbar, reader, words, player, startAt })
  const fragment = useFragment(player, { startAt, endAt })
  useFragmentMark(highlighter, words, fragment)
  const filter = useFilter(words, sync.settle)
  const find = useFind({ reader, paragraphs, isShown: filter.isShown, highlighter, onShow: sync.leave })
  useUnsureWords(highlighter, words)
  const playMoment = useMoments({
    reader,
    words,
    player,
    sync,
    highlighter,
    showAll: filter.showAll,
  })
  const title = titleOf(script.fileName)
  useEffect(() => player && connectMediaSession(player, title), [player, title])

  return {
    root,
    toolbar,
    reader,
    filter,
    highlighter,
    textView,
    transcript,
    isNaming,
    setIsNaming,
    durationSeconds,
    player,
    fragment,
    sync,
    find,
    playMoment,
  }
}

/** Marks the words of the fragment that a link points to. */
function useFragmentMark(highlighter: Highlighter, words: WordIndex, fragment: Span | undefined) {
  const { start, end } = fragment ?? {}
  useEffect(() => {
    if (start === undefined || end === undefined) return undefined
    return highlighter.show('cited', citedRanges(words, { start, end }))
  }, [highlighter, words, start, end])
}

/** Marks words of low confidence; none if the engine gives no confidence. */
function useUnsureWords(highlighter: Highlighter, words: WordIndex) {
  useEffect(() => {
    const ranges = words.unsure.map((word) => ({
      paragraph: words.paragraph[word] ?? 0,
      from: words.from[word] ?? 0,
      to: words.to[word] ?? 0,
    }))
    return highlighter.show('unsure-word', ranges)
  }, [highlighter, words])
}

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
function useMoments({ reader, words, player, sync, highlighter, showAll }: Options): PlayMoment {
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
