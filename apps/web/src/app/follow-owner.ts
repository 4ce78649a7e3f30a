import { KEPT_CACHE, SHARED_CACHE } from '#lib/offline/caches.ts'
import { session } from '#lib/session/current.ts'

/** Keeps texts on this device for the signed-in user only: a lost session or another user wipes them. Returns how to stop. */
export function followOwner(): () => void {
  let known: string | null | undefined
  const check = () => {
    const { status, userId } = session.getState()
    // An unavailable service does not say who is signed in.
    if (userId === known || (userId === null && status !== 'not-authorized')) return
    known = userId
    void wipeTexts(userId)
  }
  check()
  return session.subscribe(check)
}

/** Forgets what another app shared with a user who has left. */
export function forgetShared(): void {
  if ('caches' in globalThis) void caches.delete(SHARED_CACHE)
}

/** The code for it is loaded only where something is kept. */
async function wipeTexts(userId: string | null): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(KEPT_CACHE))) return
  const { wipeKept, wipeKeptOfOthers } = await import('#lib/offline/kept.ts')
  await (userId === null ? wipeKept() : wipeKeptOfOthers(userId))
}
