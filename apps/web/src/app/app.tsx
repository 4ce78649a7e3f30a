import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'

import { forgetReplies } from '#lib/http/send.ts'
import { live } from '#lib/live/current.ts'
import { createQueryClient } from '#lib/queries/client.ts'
import { followOtherTabs, keepAccountFresh, session, useSession } from '#lib/session/current.ts'
import { REFRESH_KEY } from '#lib/session/token-storage.ts'
import { Kit } from '#ui/kit.tsx'

import { followChanges } from './live-data.ts'
import { OwnPromo, preloadOwn } from './own.tsx'
import { createAppRouter } from './router.tsx'
import { StartScreen } from './start-screen.tsx'
import { Unavailable } from './unavailable.tsx'

const Notices = lazy(async () => ({ default: (await import('./notices.tsx')).Notices }))

export function App() {
  const [queryClient] = useState(createQueryClient)
  useEffect(followOtherTabs, [])
  useEffect(() => keepAccountFresh(live), [])
  useEffect(() => {
    if (session.getState().status === 'init') void session.start()
    // Beside the first call, not after it.
    if (localStorage.getItem(REFRESH_KEY) !== null) preloadOwn()
  }, [])
  useEffect(() => followChanges(queryClient), [queryClient])
  useEffect(() => forgetDataOnLeave(() => (forgetReplies(), queryClient.clear())), [queryClient])
  return (
    <Kit>
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
      <QueryClientProvider client={queryClient}>
        <Screens />
      </QueryClientProvider>
    </Kit>
  )
}

function Screens() {
  const [router] = useState(createAppRouter)
  const { status, user } = useSession()
  const isReady = status === 'authorized' || status === 'not-authorized'
  const userId = user?.id

  // A change of user may change which pages are open to them: the guard decides again.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the guard depends on the user
  useEffect(() => {
    if (isReady) void router.invalidate()
  }, [router, isReady, userId])

  if (status === 'init') return <StartScreen />
  if (status === 'not-available') return <Unavailable check={session.start} />
  return (
    <>
      {userId !== undefined && <OwnPromo userId={userId} />}
      <RouterProvider router={router} />
    </>
  )
}

/** Drops cached data when the user changes: the next user must not see it. */
function forgetDataOnLeave(forget: () => void): () => void {
  let userId = session.getState().user?.id
  return session.subscribe(() => {
    const next = session.getState().user?.id
    if (userId !== undefined && next !== userId) forget()
    userId = next
  })
}
