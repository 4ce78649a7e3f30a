import type { PurchaseEvent } from '@doslovno/contract/payments.ts'
import { useSyncExternalStore } from 'react'

import { exclusivelyAfterStorage } from '#lib/tabs/exclusively.ts'

import { createSession, type SessionState } from './session.ts'
import { REFRESH_KEY } from './token-storage.ts'

const LOCK = 'doslovno.token-renewal'

/** The session of this tab. */
export const session = createSession({
  storage: localStorage,
  fetch: (url, init) => globalThis.fetch(url, init),
  now: () => Date.now(),
  exclusively: (work) => exclusivelyAfterStorage(LOCK, work),
  keptUser: async () => (await import('#lib/offline/kept.ts')).keptOwner(),
  onPurchases: (events) => void tellPurchases(events),
})

async function tellPurchases(events: readonly PurchaseEvent[] = []): Promise<void> {
  if (events.length > 0) await (await import('#lib/payment/report-purchases.ts')).reportPurchases(events)
}

export function useSession(): SessionState {
  return useSyncExternalStore(session.subscribe, session.getState)
}

/**
 * Calls back when the signed-in user has left or another one has come; an unavailable service says nothing of it.
 * Returns how to stop.
 */
export function onLeave(listener: () => void): () => void {
  let known = session.getState().userId
  return session.subscribe(() => {
    const { status, userId } = session.getState()
    if (status === 'not-available') return
    const hasLeft = known !== null && userId !== known
    known = userId
    if (hasLeft) listener()
  })
}

/** Follows a sign-in or a logout in another tab; returns how to stop. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const hasSigned = newValue !== null
    const isSigned = session.getState().status === 'authorized'
    if (key === null || (key === REFRESH_KEY && hasSigned !== isSigned)) void session.start()
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
