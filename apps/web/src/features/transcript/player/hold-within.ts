import type { Span } from '@doslovno/domain/span.ts'

import type { Player } from './player.ts'

/** A larger step out of the fragment is a seek by the user, who wants to hear something else. */
const JUMP_SECONDS = 1.5
const ROUNDING_SECONDS = 0.1

/** Plays only a span: pauses at its end; the next play begins the stretch again. */
export function holdWithin(player: Player, { start, end }: Span, onLeave: () => void): () => void {
  let isInside = false
  let isOver = false
  return player.onTime((seconds) => {
    // Before the recording is at the start of the fragment, it has not been left.
    isInside ||= seconds >= start - ROUNDING_SECONDS && seconds < end
    if (!isInside) return
    if (seconds < start - JUMP_SECONDS || seconds > end + JUMP_SECONDS) return onLeave()
    const isAtEnd = seconds >= end
    if (isAtEnd && player.getState().media.paused) return
    const isAgain = isAtEnd && isOver
    isOver = isAtEnd && !isOver
    if (isAgain) player.seek(start)
    else if (isAtEnd) player.pause()
  })
}
