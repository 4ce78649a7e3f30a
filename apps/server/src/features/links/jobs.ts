import * as z from 'zod'

import { defineJob } from '#context.ts'
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
  run: async (ctx, payload, signal) => (await import('./download.ts')).downloadOrPutOff(ctx, payload, signal),
  giveUp: async (ctx, { processId }, failure) =>
    (await import('./download.ts')).giveUpDownload(ctx, processId, failure),
})
