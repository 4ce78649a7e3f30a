import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForHours } from '#platform/retry-schedule.ts'

/** Probes a file that has just arrived and makes its playback copy. */
export const inspect = defineJob({
  name: 'recordings.inspect',
  role: 'media',
  payload: z.object({ scriptId: z.uuid() }),
  ...retryForHours,
  blameAfter: 3,
  timeoutSeconds: 3600,
  concurrency: 2,
})
