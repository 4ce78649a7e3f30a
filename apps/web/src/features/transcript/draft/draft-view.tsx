import type { Script } from '@doslovno/contract/scripts.ts'
import { isCompleted } from '@doslovno/domain/script/status.ts'
import type { Span } from '@doslovno/domain/span.ts'
import { NO_SPEAKER } from '@doslovno/domain/speakers/assign-segments.ts'
import { type Paragraph, toParagraphs } from '@doslovno/domain/transcript/paragraphs.ts'
import { processingTexts } from '@doslovno/texts/processing.ts'
import { speakerName } from '@doslovno/texts/voices.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'

import { useReadingKeys } from '#features/transcript/keys/use-reading-keys.ts'
import { connectMediaSession } from '#features/transcript/player/media-session.ts'
import { PlayerBar } from '#features/transcript/player/player-bar.tsx'
import type { Player } from '#features/transcript/player/player.ts'
import { useMediaRenewal, usePlayer } from '#features/transcript/player/use-player.ts'
import { ParagraphSteps } from '#features/transcript/reader/paragraph-steps.ts'
import { readerSize } from '#features/transcript/reader/reader-size.ts'
import { Reader, type ReaderHandle } from '#features/transcript/reader/reader.tsx'
import { ParagraphSkeleton } from '#features/transcript/reader/transcript-skeleton.tsx'
import { titleOf } from '#lib/format/file-name.ts'
import { draftQuery } from '#lib/queries/draft.ts'
import { scriptQuery, scriptStatusQuery } from '#lib/queries/scripts.ts'

import { heardAt, useKeepPlace } from './use-kept-place.ts'

import transcript from '#features/transcript/transcript.module.css'
import classes from './draft.module.css'

const NO_CHAPTERS: [] = []
const nothing = () => undefined

/** A text while it is recognised, and its recording: both can be used before it is complete. */
export function DraftView({ script }: { script: Script }) {
  const { id, type, duration, speakerNames } = script
  const root = useRef<HTMLDivElement>(null)
  const reader = useRef<ReaderHandle>(null)
  const { paragraphs, speakers } = useDraft(id)
  const nameOf = useCallback(
    (speaker: number) => (speaker === NO_SPEAKER ? '' : speakerName({ speakerNames }, speaker)),
    [speakerNames],
  )
  const [size] = useState(readerSize.recall)
  const playsOn = useTextFollows(id)
  const renewMedia = useMediaRenewal(id)
  const player = usePlayer({ scriptId: id, type, media: script, durationSeconds: duration ?? 0, renewMedia, playsOn })
  const sync = useDraftSync({ root, reader, player, paragraphs })
  useKeepPlace(id, root, playsOn)

  return (
    <>
      <div
        ref={root}
        role="region"
        aria-label={processingTexts.draft}
        className={`${transcript.transcript} ${classes.draft}`}
        style={{ '--reader-size': `${size}px` } as CSSProperties} // React has no type for custom properties
        data-alone={speakers < 2 || undefined}
        data-editable
      >
        {paragraphs.length === 0 ? (
          <TextToCome />
        ) : (
          <Reader ref={reader} {...{ paragraphs, nameOf }} isShown={undefined} editing={undefined} onNear={nothing} />
        )}
      </div>
      {player && <DraftSound script={script} player={player} onStep={sync.step} />}
    </>
  )
}

type SoundProps = { script: Script; player: Player; onStep: (by: -1 | 1) => void }

/** The player, and the keys that work without a complete text. */
function DraftSound({ script, player, onStep }: SoundProps) {
  const title = titleOf(script.fileName)
  useEffect(() => connectMediaSession(player, title), [player, title])
  useReadingKeys(false, (action) => {
    if (action.name === 'toggle') player.toggle()
    if (action.name === 'skip') player.skip(action.seconds)
    if (action.name === 'step') onStep(action.paragraphs)
  })
  return <PlayerBar player={player} peaks={script.peaks} lane={undefined} chapters={NO_CHAPTERS} fragment={undefined} />
}

const LAST_LINES = [92, 64, 88]

function TextToCome() {
  return LAST_LINES.map((width) => <ParagraphSkeleton key={width} width={width} />)
}

/** Tells, when a draft leaves the screen, whether its finished text comes next. */
function useTextFollows(scriptId: string): () => boolean {
  const queries = useQueryClient()
  return () => {
    const file = queries.getQueryData(scriptQuery(scriptId).queryKey)
    const state = queries.getQueryData(scriptStatusQuery(scriptId).queryKey)
    const isComplete = (file && isCompleted(file.status)) || state?.status === 'complete'
    return isComplete && location.pathname === `/files/${scriptId}`
  }
}

type DraftParagraphs = { paragraphs: readonly Paragraph[]; speakers: number }

/** The text recognised so far, in paragraphs, and how many speakers are known in it. */
function useDraft(scriptId: string): DraftParagraphs {
  const { data } = useQuery(draftQuery(scriptId))
  return useMemo(() => {
    const paragraphs = toParagraphs(data?.segments ?? [])
    const speakers = new Set(paragraphs.map(({ speaker }) => speaker).filter((speaker) => speaker !== NO_SPEAKER))
    return { paragraphs, speakers: speakers.size }
  }, [data])
}

type Options = {
  root: RefObject<HTMLElement | null>
  reader: RefObject<ReaderHandle | null>
  player: Player | undefined
  paragraphs: readonly Span[]
}

/** Connects a draft to its player: times play, and the heard paragraph is marked. Words have no times yet. */
function useDraftSync({ root, reader, player, paragraphs }: Options) {
  const steps = useRef<ParagraphSteps>(null)
  useEffect(() => {
    if (!player || !root.current) return undefined
    const created = new ParagraphSteps({
      root: root.current,
      reveal: (paragraph) => reader.current?.reveal(paragraph, true),
      onStep: (seconds) => player.seek(seconds),
    })
    steps.current = created
    const offClicks = playOnClick(root.current, player)
    return () => {
      created.destroy()
      offClicks()
    }
  }, [player, root, reader])

  useEffect(() => {
    if (!player || !root.current) return undefined
    return markHeard(root.current, player, paragraphs)
  }, [player, root, paragraphs])

  return { step: (by: -1 | 1) => steps.current?.step(by) }
}

function playOnClick(root: HTMLElement, player: Player): () => void {
  const listener = ({ target }: MouseEvent) => {
    const seek = target instanceof Element ? target.closest<HTMLElement>('[data-seek]')?.dataset.seek : undefined
    if (seek === undefined) return
    player.seek(Number(seek))
    player.play()
  }
  root.addEventListener('click', listener)
  return () => root.removeEventListener('click', listener)
}

/** Outside React, as the time changes 20 times a second. */
function markHeard(root: HTMLElement, player: Player, paragraphs: readonly Span[]): () => void {
  let heard = -1
  let marked: HTMLElement | null = null
  const unmark = () => {
    marked?.removeAttribute('data-active')
    marked?.removeAttribute('aria-current')
    marked = null
  }
  const offTime = player.onTime((seconds) => {
    const index = heardAt(paragraphs, seconds)
    // A paragraph that is not rendered yet is tried again.
    if (index === heard && (marked || index < 0)) return
    unmark()
    heard = index
    marked = root.querySelector<HTMLElement>(`[data-paragraph="${index}"]`)
    marked?.setAttribute('data-active', '')
    marked?.setAttribute('aria-current', 'true')
  })
  return () => {
    offTime()
    unmark()
  }
}
