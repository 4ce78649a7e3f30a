import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

/** Makes the secret of a link and mails it. The secret is nowhere but in the mail. */
export const sendLink = defineJob({
  name: 'mail-links.send',
  payload: z.object({ linkId: z.uuid(), name: z.string() }),
  attempts: 10,
  timeoutSeconds: 120,
  concurrency: 4,
})
