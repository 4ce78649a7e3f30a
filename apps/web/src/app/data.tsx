import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'

import { live } from '#lib/live/current.ts'
import { createQueryClient } from '#lib/queries/client.ts'
import { keepAccountFresh } from '#lib/session/current.ts'

import { forgetOnLeave } from './forget-on-leave.ts'
import { followChanges } from './live-data.ts'

/** The data of the pages inside the frame, kept up to date; the pages of the sign-in have none. */
export function Data({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  useEffect(() => keepAccountFresh(live), [])
  useEffect(() => followChanges(queryClient), [queryClient])
  useEffect(() => forgetOnLeave(() => queryClient.clear()), [queryClient])
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}
