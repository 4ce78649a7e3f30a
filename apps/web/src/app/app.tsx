import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

import { forgetReplies } from '#lib/http/send.ts'
import { holdInstallOffer } from '#lib/install/install.ts'
import { KEPT_CACHE, SHARED_CACHE } from '#lib/offline/caches.ts'
import { SERVICE_WORKER } from '#lib/push/service-worker.ts'
import { followOtherTabs, onLeave, session, useSession } from '#lib/session/current.ts'
import { REFRESH_KEY } from '#lib/session/token-storage.ts'
import { Kit } from '#ui/kit.tsx'
import { isToastWanted } from '#ui/toast-wanted.ts'

import { preloadOwn } from './own.tsx'
import { createAppRouter } from './router.tsx'
import { StartScreen } from './start-screen.tsx'
import { Unavailable } from './unavailable.tsx'

const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }))

export function App() {
  useEffect(followOtherTabs, [])
  useEffect(() => {
    if (session.getState().status === 'init') void session.start()
    // Beside the first call, not after it.
    if (localStorage.getItem(REFRESH_KEY) !== null) preloadOwn()
  }, [])
  useEffect(() => onLeave(() => (forgetReplies(), forgetShared())), [])
  useEffect(followOwner, [])
  useEffect(followUse, [])
  useEffect(holdInstallOffer, [])
  return (
    <Kit>
      <Toasts />
      <Screens />
    </Kit>
  )
}

/** Where short messages appear; loaded with the first of them, which waits for it. */
function Toasts() {
  const isWanted = useSyncExternalStore(isToastWanted.subscribe, isToastWanted.get)
  return <Suspense fallback={null}>{isWanted && <Notices />}</Suspense>
}

function Screens() {
  const [router] = useState(createAppRouter)
  const { status, userId } = useSession()
  const isReady = status === 'authorized' || status === 'not-authorized'

  // A change of user may change which pages are open to them: the guard decides again.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the guard depends on the user
  useEffect(() => {
    if (isReady) void router.invalidate()
  }, [router, isReady, userId])

  if (status === 'init') return <StartScreen />
  if (status === 'not-available') return <Unavailable check={session.start} />
  return <RouterProvider router={router} />
}

/** Keeps texts on this device for the signed-in user only: a lost session or another user wipes them. Returns how to stop. */
function followOwner(): () => void {
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
function forgetShared(): void {
  if ('caches' in globalThis) void caches.delete(SHARED_CACHE)
}

/** The code for it is loaded only where something is kept. */
async function wipeTexts(userId: string | null): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(KEPT_CACHE))) return
  const { wipeKept, wipeKeptOfOthers } = await import('#lib/offline/kept.ts')
  await (userId === null ? wipeKept() : wipeKeptOfOthers(userId))
}

/** Registers the service worker for those who use the app: signed in, or with the app installed. Returns how to stop. */
function followUse(): () => void {
  // While developing it would only be in the way; notifications register it themselves.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return () => {}
  let isRegistered = false
  const register = () => {
    if (isRegistered) return
    isRegistered = true
    // Without it the app works as well, with a connection.
    navigator.serviceWorker.register(SERVICE_WORKER).catch(() => undefined)
  }
  const check = () => {
    if (session.getState().userId !== null || matchMedia('(display-mode: standalone)').matches) register()
  }
  check()
  window.addEventListener('appinstalled', register)
  const unsubscribe = session.subscribe(check)
  return () => {
    window.removeEventListener('appinstalled', register)
    unsubscribe()
  }
}
