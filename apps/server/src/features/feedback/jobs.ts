import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays } from '#platform/retry-schedule.ts'

/** Mails a message of a person to the operator. */
export const sendToOperator = defineJob({
  name: 'feedback.send',
  role: 'mail',
  payload: z.object({ feedbackId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
