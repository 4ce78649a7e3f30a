import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays } from '#platform/retry-schedule.ts'

/** E-mails the owner the outcome of processing. */
export const notify = defineJob({
  name: 'notifications.script',
  role: 'mail',
  payload: z.object({ scriptId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
