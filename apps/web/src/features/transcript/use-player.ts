import { useEffect, useEffectEvent, useState } from 'react'

import { Player } from './player.ts'

type Options = {
  scriptId: string
  fileSrc: string | null
  durationSeconds: number
  renewSource: () => Promise<string | null>
}

/** A player that lives as long as the file is open; a new address of the same recording does not disturb it. */
export function usePlayer({ scriptId, fileSrc, durationSeconds, renewSource }: Options): Player | undefined {
  const [player, setPlayer] = useState<Player>()
  const hasSource = fileSrc !== null
  const create = useEffectEvent(() => {
    const media = new Audio()
    media.preload = 'metadata'
    if (fileSrc) media.src = fileSrc
    return new Player({ media, durationSeconds, renewSource: () => renewSource() })
  })
  useEffect(() => {
    if (!hasSource) return undefined
    const created = create()
    // oxlint-disable-next-line react/set-state-in-effect -- the media element lives exactly as long as this effect
    setPlayer(created)
    return () => {
      created.destroy()
      setPlayer(undefined)
    }
  }, [scriptId, hasSource])
  return player
}
