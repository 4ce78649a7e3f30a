import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

/** Brings in the file that lies behind a link. */
export const download = defineJob({
  name: 'links.download',
  payload: z.object({ processId: z.uuid() }),
  attempts: 3,
  timeoutSeconds: 2 * 3600,
  concurrency: 4,
})
