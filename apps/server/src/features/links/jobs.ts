import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForHours } from '#platform/retry-schedule.ts'

/** Downloads the file behind a link. */
export const download = defineJob({
  name: 'links.download',
  role: 'media',
  payload: z.object({ processId: z.uuid() }),
  ...retryForHours,
  blameAfter: 3,
  timeoutSeconds: 2 * 3600,
  concurrency: 4,
})
