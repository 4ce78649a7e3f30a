import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { useEffect, useState } from 'react'

import { createQueryClient } from '#lib/queries/client.ts'
import { followOtherTabs, keepAccountFresh, session, useSession } from '#lib/session/current.ts'
import { Kit } from '#ui/kit.tsx'

import { createAppRouter } from './router.tsx'
import { StartScreen } from './start-screen.tsx'
import { Unavailable } from './unavailable.tsx'

export function App() {
  const [queryClient] = useState(createQueryClient)
  useEffect(followOtherTabs, [])
  useEffect(keepAccountFresh, [])
  useEffect(() => {
    if (session.getState().status === 'init') void session.start()
  }, [])
  useEffect(() => forgetDataOnLeave(() => queryClient.clear()), [queryClient])
  return (
    <Kit>
      <Notifications position="bottom-right" containerWidth={320} />
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
  const personId = user?.id

  // A person who comes or leaves is led by the guard.
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- who it is decides where the guard lets them go
  useEffect(() => {
    if (isReady) void router.invalidate()
  }, [router, isReady, personId])

  if (status === 'init') return <StartScreen />
  if (status === 'not-available') return <Unavailable check={session.start} />
  return <RouterProvider router={router} />
}

/** Who comes next must find nothing that the one before has loaded. */
function forgetDataOnLeave(forget: () => void): () => void {
  let personId = session.getState().user?.id
  return session.subscribe(() => {
    const next = session.getState().user?.id
    if (personId !== undefined && next !== personId) forget()
    personId = next
  })
}
