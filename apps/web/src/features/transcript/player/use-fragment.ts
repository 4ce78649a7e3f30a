import type { Span } from '@doslovno/domain/span.ts'
import { useEffect, useState } from 'react'

import type { LinkMoment } from '#lib/file-page/link-moment.ts'

import { holdWithin } from './hold-within.ts'
import type { Player } from './player.ts'

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
