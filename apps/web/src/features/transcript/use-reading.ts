import type { Script } from '@doslovno/contract/scripts.ts'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'

import { titleOf } from '#lib/format/file-name.ts'

import { useMediaSession } from './media-session.ts'
import type { ReaderHandle } from './reader.tsx'
import { TextPaint } from './text-paint.ts'
import { useFind } from './use-find.ts'
import { useMediaRenewal } from './use-media-renewal.ts'
import { usePlayer } from './use-player.ts'
import { useTranscriptSync } from './use-transcript-sync.ts'
import { useTranscript } from './use-transcript.ts'
import { useUnsureWords } from './use-unsure-words.ts'

export type Reading = ReturnType<typeof useReading>

/** A text, its recording, and what ties them together. */
export function useReading(script: Script, startAt: number | undefined) {
  const root = useRef<HTMLDivElement>(null)
  const toolbar = useRef<HTMLDivElement>(null)
  const reader = useRef<ReaderHandle>(null)
  const [only, setOnly] = useState<number>()
  // oxlint-disable-next-line react/refs -- read when something is painted, never while rendering
  const [paint] = useState(() => new TextPaint(() => root.current))
  const transcript = useTranscript(script)
  const { paragraphs, words } = transcript

  const durationSeconds = script.duration ?? paragraphs.at(-1)?.end ?? 0
  const renewMedia = useMediaRenewal(script.id)
  const player = usePlayer({ scriptId: script.id, type: script.type, media: script, durationSeconds, renewMedia })
  const sync = useTranscriptSync({ root, toolbar, reader, words, player, startAt })
  const find = useFind({ reader, paragraphs, only, paint, onShow: sync.leave })
  useUnsureWords(paint, words)
  const showOnly = (speaker: number | undefined) => {
    flushSync(() => setOnly(speaker))
    sync.settle()
  }
  useMediaSession(player, titleOf(script.fileName))

  return { root, toolbar, reader, only, showOnly, paint, transcript, durationSeconds, player, sync, find }
}
