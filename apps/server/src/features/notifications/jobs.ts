import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays, retryForHours } from '#platform/retry-schedule.ts'

const OfProcess = z.object({ scriptId: z.uuid(), processId: z.uuid() })

/** Enqueues the mail and the notifications of browsers about the last process of a script. */
export const notify = defineJob({
  name: 'notifications.script',
  role: 'mail',
  payload: z.object({ scriptId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
})

/** E-mails the owner the outcome of processing. `waitUntil`: how long the mail waits for the summary. */
export const mail = defineJob({
  name: 'notifications.mail',
  role: 'mail',
  payload: OfProcess.extend({ waitUntil: z.iso.datetime() }),
  ...retryForDays,
  timeoutSeconds: 300,
  concurrency: 2,
})

/** Shows a notification in one browser of the owner. */
export const push = defineJob({
  name: 'notifications.push',
  role: 'mail',
  payload: OfProcess.extend({ subscriptionId: z.uuid() }),
  ...retryForHours,
  timeoutSeconds: 60,
  concurrency: 8,
})
