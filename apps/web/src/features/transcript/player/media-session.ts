import { brand } from '@doslovno/texts/brand.ts'

import type { Player } from './player.ts'

const SKIP_SECONDS = 5

/** Connects the recording to the lock screen and headphone keys; returns how to disconnect it. */
export function connectMediaSession(player: Player, title: string): () => void {
  if (!('mediaSession' in navigator)) return () => undefined
  const { mediaSession } = navigator
  const handlers: [MediaSessionAction, MediaSessionActionHandler][] = [
    ['play', () => player.play()],
    ['pause', () => player.pause()],
    ['seekbackward', () => player.skip(-SKIP_SECONDS)],
    ['seekforward', () => player.skip(SKIP_SECONDS)],
    ['seekto', ({ seekTime }) => player.seek(seekTime ?? 0)],
  ]
  mediaSession.metadata = new MediaMetadata({ title, artist: brand.name })
  for (const [action, handler] of handlers) mediaSession.setActionHandler(action, handler)
  return () => {
    mediaSession.metadata = null
    for (const [action] of handlers) mediaSession.setActionHandler(action, null)
  }
}
