import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

/** Removes what a file left in storage. */
export const clear = defineJob({
  name: 'library.clear',
  payload: z.object({ keys: z.array(z.string()) }),
  attempts: 30,
  timeoutSeconds: 120,
  concurrency: 4,
})

/** Deletes recordings and texts whose time is over. */
export const expire = defineJob({
  name: 'library.expire',
  payload: z.object({}),
  attempts: 3,
  timeoutSeconds: 1800,
  concurrency: 1,
  cron: '17 * * * *',
})
