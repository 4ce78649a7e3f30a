import { type RefObject, useEffect, useEffectEvent, useLayoutEffect } from 'react'

import type { Reading } from '#features/transcript/use-reading.ts'

import { keepPlace, placeIn, takePlace } from './kept-place.ts'
import { paragraphAt } from './paragraph-at.ts'

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
