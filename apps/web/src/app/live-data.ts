import type { QueryClient } from '@tanstack/react-query'

import { live } from '#lib/live/current.ts'
import { refetchScripts } from '#lib/queries/scripts.ts'
import { session } from '#lib/session/current.ts'
import { whileVisible } from '#lib/tabs/while-visible.ts'

/** Keeps what is on screen up to date with the changes of the signed-in user; returns how to stop. */
export function followChanges(queries: QueryClient): () => void {
  const refetch = whileVisible(document, () => refetchScripts(queries))
  const stops = [live.onChange(refetch.call), live.isOn.subscribe(refetch.call), refetch.stop, followUser()]
  return () => {
    for (const stop of stops) stop()
  }
}

/** The stream belongs to a user: it begins with the sign-in and ends with the logout. */
function followUser(): () => void {
  let userId: string | undefined
  let stop: (() => void) | undefined
  const follow = () => {
    const next = session.getState().user?.id
    if (next === userId) return
    userId = next
    stop?.()
    stop = next === undefined ? undefined : live.start()
  }
  follow()
  const unsubscribe = session.subscribe(follow)
  return () => {
    unsubscribe()
    stop?.()
  }
}
