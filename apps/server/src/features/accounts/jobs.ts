import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays } from '#platform/retry-schedule.ts'

/** Mails a link if an account has the address. It is a job, so that the reply time reveals nothing. */
export const recover = defineJob({
  name: 'accounts.recover',
  role: 'mail',
  payload: z.object({ email: z.string() }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
})

/** Warns the owner of an address about many wrong passwords. A job for the same reason as `recover`. */
export const alarm = defineJob({
  name: 'accounts.alarm',
  role: 'mail',
  payload: z.object({ email: z.string() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})

/** Notifies a user of a change to their account. */
export const sendNotice = defineJob({
  name: 'accounts.notice',
  role: 'mail',
  payload: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('passwordChanged'), email: z.string(), name: z.string() }),
    z.object({ kind: z.literal('editEmail'), email: z.string(), name: z.string(), newEmail: z.string() }),
  ]),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
export type Notice = z.infer<typeof sendNotice.payload>
