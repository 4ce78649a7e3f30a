import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForMinutes } from '#platform/retry-schedule.ts'

/** Aborts uploads that were not completed in time. */
export const expire = defineJob({
  name: 'uploads.expire',
  role: 'media',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 600,
  concurrency: 1,
  cron: '*/10 * * * *',
})
