import { getMedia, type Media } from '@doslovno/contract/scripts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'

import { call } from '#lib/api/current.ts'
import { ApiError } from '#lib/http/api-error.ts'
import { scriptQuery } from '#lib/queries/scripts.ts'

import { toAddresses } from './addresses.ts'
import { Player, playerRate, type PlayerState } from './player.ts'

type Options = {
  scriptId: string
  type: 'audio' | 'video'
  media: Media
  durationSeconds: number
  renewMedia: () => Promise<Media>
  /** Whether another page of the same file follows, which takes the player. */
  playsOn?: () => boolean
}

/** A player that lives while the file is open; new addresses of the same recording do not restart it. */
export function usePlayer(options: Options): Player | undefined {
  const { scriptId, type, media, durationSeconds, renewMedia, playsOn } = options
  const [player, setPlayer] = useState<Player>()
  const hasSource = media.fileSrc !== null || media.playbackSrc !== null
  const renew = useEffectEvent(renewMedia)
  const isKept = useEffectEvent(() => playsOn?.() ?? false)
  const create = useEffectEvent(() => {
    const addresses = toAddresses(media, performance.now())
    return addresses
      ? new Player({
          createMedia: () => createMedia(type),
          addresses,
          durationSeconds,
          rate: playerRate.recall(),
          renew: async () => toAddresses(await renew(), performance.now()),
        })
      : undefined
  })
  useEffect(() => {
    if (!hasSource) return undefined
    const created = takePlayer(scriptId) ?? create()
    // oxlint-disable-next-line react/set-state-in-effect -- the media element lives exactly as long as this effect
    setPlayer(created)
    return () => {
      if (created && isKept()) keepPlayer(scriptId, created)
      else created?.destroy()
      setPlayer(undefined)
    }
  }, [scriptId, hasSource])
  return player
}

function createMedia(type: 'audio' | 'video'): HTMLMediaElement {
  const media = document.createElement(type)
  media.preload = 'metadata'
  if (media instanceof HTMLVideoElement) media.playsInline = true
  return media
}

/** Time to load the page that takes the player. */
const KEPT_MS = 15_000

let kept: { scriptId: string; player: Player; timer: ReturnType<typeof setTimeout> } | undefined

/** Lets a player play on until another page of the same file takes it. */
function keepPlayer(scriptId: string, player: Player): void {
  dropPlayer()
  kept = { scriptId, player, timer: setTimeout(dropPlayer, KEPT_MS) }
}

function takePlayer(scriptId: string): Player | undefined {
  if (kept?.scriptId !== scriptId) return undefined
  const { player, timer } = kept
  clearTimeout(timer)
  kept = undefined
  return player
}

function dropPlayer(): void {
  clearTimeout(kept?.timer)
  kept?.player.destroy()
  kept = undefined
}

export function usePlayerState(player: Player): PlayerState {
  return useSyncExternalStore(player.subscribe, player.getState)
}

/** Fetches new addresses of the recording; if the file is gone, reloads it to show so. */
export function useMediaRenewal(id: string): () => Promise<Media> {
  const queries = useQueryClient()
  return async () => {
    try {
      return await call(getMedia, { params: { id } })
    } catch (error) {
      const isGone = error instanceof ApiError && (error.status === 404 || error.status === 410)
      if (isGone) void queries.invalidateQueries({ queryKey: scriptQuery(id).queryKey, exact: true })
      throw error
    }
  }
}
