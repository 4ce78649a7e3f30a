import type { Span } from '@doslovno/domain/span.ts'
import { useEffect, useState } from 'react'

import type { LinkMoment } from '#lib/file-page/link-moment.ts'

import type { Player } from './player.ts'

/** A larger step out of the fragment is a seek by the user, who wants to hear something else. */
const JUMP_SECONDS = 1.5
const ROUNDING_SECONDS = 0.1

export type Fragment = Span & {
  /** Plays on from here to the end of the recording. */
  goOn: () => void
}

/** Plays only the stretch that a link points to, until the user goes on or elsewhere. */
export function useFragment(
  player: Player | undefined,
  { startAt: start, endAt: end }: LinkMoment,
): Fragment | undefined {
  const [isLeft, setIsLeft] = useState(false)
  const isOn = !isLeft && start !== undefined && end !== undefined
  useEffect(() => {
    if (!player || !isOn) return undefined
    return holdWithin(player, { start, end }, () => setIsLeft(true))
  }, [player, isOn, start, end])

  if (!player || !isOn) return undefined
  const goOn = () => {
    setIsLeft(true)
    player.play()
  }
  return { start, end, goOn }
}

/** Pauses at the end; the next play begins the stretch again. */
function holdWithin(player: Player, { start, end }: Span, onLeave: () => void): () => void {
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
