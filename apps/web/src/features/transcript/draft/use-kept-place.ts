import type { Span } from '@doslovno/domain/span.ts'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

import type { Reading } from '#features/transcript/use-reading.ts'

/** A pause this long after the last known paragraph may hold words that are not recognised yet. */
const PAUSE_SECONDS = 1

/** Keeps the place of a draft if the finished text follows. */
export function useKeepPlace(scriptId: string, root: RefObject<HTMLElement | null>, textFollows: () => boolean): void {
  const keep = useEffectEvent(() => {
    const place = root.current && textFollows() ? placeIn(root.current) : undefined
    if (place) keepPlace(scriptId, place)
  })
  // A layout effect ends while its elements are still on the page.
  useLayoutEffect(() => () => keep(), [])
}

/** Shows the finished text where its draft was read. */
export function useKeptPlace(scriptId: string, { root, reader, transcript, sync }: Reading): void {
  const goOn = useEffectEvent(() => {
    const place = takePlace(scriptId)
    if (!place) return
    if (!place.isHeardShown) sync.leave()
    const paragraph = paragraphAt(transcript.paragraphs, place.seconds)
    // The router scrolls a new page to its top after this effect.
    requestAnimationFrame(() => {
      reader.current?.reveal(paragraph, false)
      const element = root.current?.querySelector(`[data-paragraph="${paragraph}"]`)
      if (element) window.scrollBy({ top: element.getBoundingClientRect().top - place.top, behavior: 'instant' })
    })
  })
  useEffect(() => goOn(), [])
}

/** Where a draft was read: its uppermost visible paragraph, and whether the heard one was visible. */
type Place = { seconds: number; top: number; isHeardShown: boolean }

/** A later visit begins at the top. */
const KEPT_MS = 15_000

let kept: { scriptId: string; place: Place; untilMs: number } | undefined

/** Called by a draft when its finished text follows. */
function keepPlace(scriptId: string, place: Place): void {
  kept = { scriptId, place, untilMs: performance.now() + KEPT_MS }
}

/** Called once by the finished text; undefined if its draft was not on screen. */
function takePlace(scriptId: string): Place | undefined {
  const found = kept
  kept = undefined
  return found?.scriptId === scriptId && performance.now() < found.untilMs ? found.place : undefined
}

/** Undefined at the beginning of the page, which needs no scrolling. */
function placeIn(root: HTMLElement): Place | undefined {
  if (window.scrollY === 0) return undefined
  const paragraphs = [...root.querySelectorAll<HTMLElement>('[data-paragraph]')]
  const first = paragraphs.find((paragraph) => isShown(paragraph))
  const seconds = first?.querySelector<HTMLElement>('[data-seek]')?.dataset.seek
  if (!first || seconds === undefined) return undefined
  const heard = root.querySelector('[data-active]')
  return {
    seconds: Number(seconds),
    top: first.getBoundingClientRect().top,
    isHeardShown: heard !== null && isShown(heard),
  }
}

function isShown(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

/** The last paragraph that begins by then; the first one before any. */
function paragraphAt(paragraphs: readonly Span[], seconds: number): number {
  return Math.max(
    0,
    paragraphs.findLastIndex(({ start }) => start <= seconds),
  )
}

/** The paragraph that is heard; -1 before the first and after what is recognised so far. */
export function heardAt(paragraphs: readonly Span[], seconds: number): number {
  const index = paragraphs.findLastIndex(({ start }) => start <= seconds)
  const isLast = index === paragraphs.length - 1
  return isLast && seconds > (paragraphs[index]?.end ?? 0) + PAUSE_SECONDS ? -1 : index
}
