import type { Span } from '@doslovno/domain/span.ts'

import type { Player } from './player.ts'

/** Plays a stretch once; returns how to stop it. `onEnd` is called when it is over or the user pauses it. */
export function playStretch(player: Player, { start, end }: Span, onEnd: () => void): () => void {
  // The state follows the element's events; an element that plays already reports no beginning.
  let hasBegun = !player.getState().media.paused
  player.seek(start)
  const offState = player.subscribe(() => {
    const { isPlaying } = player.getState()
    if (hasBegun && !isPlaying) onEnd()
    hasBegun ||= isPlaying
  })
  const offTime = player.onTime((seconds) => seconds >= end && player.pause())
  player.play()
  return () => {
    offState()
    offTime()
    player.pause()
  }
}
