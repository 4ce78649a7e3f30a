import type { Player } from './player.ts'

/** Time to load the page that takes the player. */
const KEPT_MS = 15_000

let kept: { scriptId: string; player: Player; timer: ReturnType<typeof setTimeout> } | undefined

/** Lets a player play on until another page of the same file takes it. */
export function keepPlayer(scriptId: string, player: Player): void {
  dropPlayer()
  kept = { scriptId, player, timer: setTimeout(dropPlayer, KEPT_MS) }
}

export function takePlayer(scriptId: string): Player | undefined {
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
