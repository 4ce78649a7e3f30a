import type { Span } from '@doslovno/domain/span.ts'
import { type RefObject, useEffect, useRef } from 'react'

import type { Player } from '#features/transcript/player/player.ts'
import { ParagraphSteps } from '#features/transcript/reader/paragraph-steps.ts'
import type { ReaderHandle } from '#features/transcript/reader/reader.tsx'

import { heardAt } from './paragraph-at.ts'

type Options = {
  root: RefObject<HTMLElement | null>
  reader: RefObject<ReaderHandle | null>
  player: Player | undefined
  paragraphs: readonly Span[]
}

/** Connects a draft to its player: times play, and the heard paragraph is marked. Words have no times yet. */
export function useDraftSync({ root, reader, player, paragraphs }: Options) {
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
