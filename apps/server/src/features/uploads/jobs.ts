import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

/** Looks inside a file that has just arrived. */
export const inspect = defineJob({
  name: 'uploads.inspect',
  payload: z.object({ scriptId: z.uuid() }),
  attempts: 3,
  timeoutSeconds: 900,
  concurrency: 2,
})

/** Gives up uploads that nobody finished in time. */
export const expire = defineJob({
  name: 'uploads.expire',
  payload: z.object({}),
  attempts: 3,
  timeoutSeconds: 600,
  concurrency: 1,
  cron: '*/10 * * * *',
})
