import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays, retryForHours, retryForMinutes } from '#platform/retry-schedule.ts'

/** Makes the archive of a user's data and mails the link. */
export const makeExport = defineJob({
  name: 'privacy.export',
  role: 'media',
  payload: z.object({ exportId: z.uuid() }),
  ...retryForHours,
  timeoutSeconds: 6 * 3600,
  concurrency: 1,
})

/** Deletes an account whose time to change one's mind is over. */
export const deleteDue = defineJob({
  name: 'privacy.delete',
  role: 'media',
  payload: z.object({ userId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 3600,
  concurrency: 1,
})

/** Enqueues the deletions that are due, and deletes archives whose time is over. */
export const sweep = defineJob({
  name: 'privacy.sweep',
  role: 'media',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 600,
  concurrency: 1,
  cron: '*/10 * * * *',
})

/** Mails of this feature: the archive is ready, the deletion is asked for, the account is gone. */
export const sendPrivacyMail = defineJob({
  name: 'privacy.mail',
  role: 'mail',
  payload: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('exportReady'), exportId: z.uuid() }),
    z.object({ kind: z.literal('deletionRequested'), email: z.string(), name: z.string(), at: z.string() }),
    z.object({ kind: z.literal('deleted'), email: z.string(), name: z.string() }),
  ]),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
export type PrivacyMail = z.infer<typeof sendPrivacyMail.payload>
