import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays } from '#platform/retry-schedule.ts'

/** Generates the secret of a link and mails it. Only the mail contains the secret. */
export const sendLink = defineJob({
  name: 'mail-links.send',
  role: 'mail',
  payload: z.object({ linkId: z.uuid(), name: z.string() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 4,
})
