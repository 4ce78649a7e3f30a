import { useEffect, useEffectEvent } from 'react'

import { takeLightPage, type Wish } from '#lib/file-page/light-page.ts'

import type { Reading } from './use-reading.ts'

type Actions = Partial<Record<Wish, () => void>>

/** Goes on where the light page of a visitor stopped, with what the visitor asked for. */
export function useLightPage({ player, sync, reader }: Reading, hasRecording: boolean, actions: Actions): void {
  const goOn = useEffectEvent(() => {
    const light = takeLightPage()
    if (!light) return
    const { seconds, isPlaying, paragraph, isFollowing, wish } = light
    if (seconds > 0) player?.seek(seconds)
    if (isPlaying) player?.play()
    // The router scrolls a new page to its top after this effect.
    requestAnimationFrame(() => {
      if (isFollowing && seconds > 0) sync.follow()
      else if (paragraph !== undefined) reader.current?.reveal(paragraph, false)
      if (!isFollowing) sync.leave()
      actions[wish]?.()
    })
  })
  const isReady = player !== undefined || !hasRecording
  useEffect(() => {
    if (isReady) goOn()
  }, [isReady])
}
