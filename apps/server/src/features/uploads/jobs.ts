import * as z from 'zod'

import { defineJob } from '#context.ts'
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
  run: async (ctx) => (await import('./abort.ts')).expireUploads(ctx),
  giveUp: async ({ log }) => log.error('expired uploads were not aborted; the next run tries again'),
})
