import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

/** Tells an owner that the file is processed, or why it is not. */
export const notify = defineJob({
  name: 'notifications.script',
  payload: z.object({ scriptId: z.uuid() }),
  attempts: 10,
  timeoutSeconds: 120,
  concurrency: 2,
})
