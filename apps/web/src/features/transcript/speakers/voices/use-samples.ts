import type { Span } from '@doslovno/domain/span.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'

import { playStretch } from '#features/transcript/player/play-stretch.ts'
import type { Reading } from '#features/transcript/use-reading.ts'

/** Plays samples of voices. The recording returns to its place when the panel closes. */
export function useSamples({ player, sync }: Pick<Reading, 'player' | 'sync'>) {
  const [playing, setPlaying] = useState<number>()
  const stop = useRef<() => void>(undefined)
  const cameFrom = useRef<{ seconds: number; isFollowing: boolean }>(undefined)

  const end = () => {
    stop.current?.()
    stop.current = undefined
    setPlaying(undefined)
  }
  const play = (speaker: number, sample: Span) => {
    if (!player) return
    end()
    cameFrom.current ??= { seconds: player.seconds, isFollowing: sync.isFollowing }
    // The text behind the panel stays where it is.
    sync.leave()
    setPlaying(speaker)
    stop.current = playStretch(player, sample, end)
  }
  const goBack = useEffectEvent(() => {
    stop.current?.()
    const from = cameFrom.current
    if (!from) return
    player?.seek(from.seconds)
    if (from.isFollowing) sync.follow()
  })
  useEffect(() => () => goBack(), [])

  return { playing, play, end, hasListened: () => cameFrom.current !== undefined }
}
