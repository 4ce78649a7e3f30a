import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForMinutes } from '#platform/retry-schedule.ts'

/** Writes one summary and saves it. */
export const compose = defineJob({
  name: 'summaries.compose',
  role: 'text',
  payload: z.object({ summaryId: z.uuid() }),
  attempts: 8,
  maxDelaySeconds: 60,
  timeoutSeconds: 900,
  concurrency: 4,
})

/** Finds the chapters of a new text, and the sentences that sound like tasks, before any model has read it. */
export const digest = defineJob({
  name: 'summaries.digest',
  role: 'text',
  payload: z.object({ scriptId: z.uuid() }),
  ...retryForMinutes,
  timeoutSeconds: 300,
  concurrency: 1,
})

/** Tries summaries again that failed for want of an answer. */
export const revive = defineJob({
  name: 'summaries.revive',
  role: 'text',
  payload: z.object({}),
  ...retryForMinutes,
  attempts: 1,
  timeoutSeconds: 300,
  concurrency: 1,
  cron: '*/10 * * * *',
})
