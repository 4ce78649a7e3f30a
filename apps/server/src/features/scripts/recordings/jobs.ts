import * as z from 'zod'

import { defineJob } from '#context.ts'
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
  run: async (ctx, payload, signal) => (await import('./inspect.ts')).inspectOrPutOff(ctx, payload, signal),
  giveUp: async (ctx, { scriptId }, failure) => (await import('./inspect.ts')).giveUpInspection(ctx, scriptId, failure),
})
