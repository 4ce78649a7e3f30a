import { summaryTypes } from '@doslovno/domain/summary/types.ts'
import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays, retryForMinutes } from '#platform/retry-schedule.ts'

/** Writes the message about a script and its deliveries. */
export const announceScript = defineJob({
  name: 'webhooks.script',
  role: 'mail',
  payload: z.object({ scriptId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
})

/** The same about a summary. */
export const announceSummary = defineJob({
  name: 'webhooks.summary',
  role: 'mail',
  payload: z.object({ summaryId: z.uuid(), scriptId: z.uuid(), type: z.enum(summaryTypes) }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
})

/** Makes one attempt; its outcome decides when the next one is due. */
export const deliver = defineJob({
  name: 'webhooks.deliver',
  role: 'mail',
  payload: z.object({ deliveryId: z.uuid() }),
  ...retryForMinutes,
  timeoutSeconds: 60,
  // An attempt waits for the network, up to ten seconds.
  concurrency: 16,
})

/** Enqueues the deliveries whose next attempt is due. */
export const retryDue = defineJob({
  name: 'webhooks.retry',
  role: 'mail',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 60,
  concurrency: 1,
  cron: '* * * * *',
})

/** Tells the owner that an endpoint was switched off. */
export const sendDisabled = defineJob({
  name: 'webhooks.mail',
  role: 'mail',
  payload: z.object({ endpointId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
