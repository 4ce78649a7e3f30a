import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'

import { forgetReplies } from '#lib/http/send.ts'
import { holdInstallOffer } from '#lib/install/install.ts'
import { followOtherTabs, onLeave, session, useSession } from '#lib/session/current.ts'
import { REFRESH_KEY } from '#lib/session/token-storage.ts'
import { Kit } from '#ui/kit.tsx'
import { isToastWanted } from '#ui/toast-wanted.ts'

import { followOwner, forgetShared } from './follow-owner.ts'
import { preloadOwn } from './own.tsx'
import { createAppRouter } from './router.tsx'
import { followUse } from './service-worker.ts'
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
