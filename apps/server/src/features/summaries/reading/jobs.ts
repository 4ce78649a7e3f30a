import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

const ofReading = z.object({ readingId: z.uuid() })

/** About four minutes of tries: an outage that lasts longer ends the making, and it is revived later. */
const tries = { attempts: 8, maxDelaySeconds: 60 } as const

/** Cuts a text into parts and queues the first of them. */
export const cut = defineJob({
  name: 'summaries.cut',
  role: 'text',
  payload: ofReading,
  ...tries,
  timeoutSeconds: 300,
  concurrency: 2,
})

/** Reads one part into notes. */
export const read = defineJob({
  name: 'summaries.read',
  role: 'text',
  payload: ofReading.extend({ index: z.int().min(0) }),
  ...tries,
  // Two calls of at most 280 seconds, and the wait for a slot.
  timeoutSeconds: 900,
  concurrency: 4,
})
