import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays } from '#platform/retry-schedule.ts'

/** Tells the owner of an account that it has a new API key. */
export const sendKeyNotice = defineJob({
  name: 'api-keys.notice',
  role: 'mail',
  payload: z.object({ email: z.string(), name: z.string() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
