import type { Script } from '@doslovno/contract/scripts.ts'
import { useEffect, useRef, useState } from 'react'

import type { LinkMoment } from '#lib/file-page/link-moment.ts'
import { titleOf } from '#lib/format/file-name.ts'

import { useFind } from './find/use-find.ts'
import { connectMediaSession } from './player/media-session.ts'
import { useFragment } from './player/use-fragment.ts'
import { useMediaRenewal } from './player/use-media-renewal.ts'
import { usePlayer } from './player/use-player.ts'
import { Highlighter } from './reader/highlighter.ts'
import type { ReaderHandle } from './reader/reader.tsx'
import { useFragmentMark } from './reader/use-fragment-mark.ts'
import { useTextView } from './reader/use-text-view.ts'
import { useTranscriptSync } from './reader/use-transcript-sync.ts'
import { useUnsureWords } from './reader/use-unsure-words.ts'
import { useFilter } from './use-filter.ts'
import { useMoments } from './use-moments.ts'
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
