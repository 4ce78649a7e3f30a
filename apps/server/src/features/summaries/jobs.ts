import * as z from 'zod'

import { defineJob } from '#context.ts'
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
  run: async (ctx, { summaryId }, signal) => (await import('./compose.ts')).composeSummary(ctx, summaryId, signal),
  // Out of attempts means that a server did not answer for minutes; any other code is final.
  giveUp: async (ctx, { summaryId }, { code: errorCode }) => {
    const isLost = ['processingFailed', 'notAvailable'].includes(errorCode)
    await (await import('./outcome.ts')).failSummary(ctx, summaryId, { errorCode, isLost })
  },
})

/** Finds the chapters of a new text, and the sentences that sound like tasks, before any model has read it. */
export const digest = defineJob({
  name: 'summaries.digest',
  role: 'text',
  payload: z.object({ scriptId: z.uuid() }),
  ...retryForMinutes,
  timeoutSeconds: 300,
  concurrency: 1,
  run: async (ctx, { scriptId }, signal) => (await import('./digest/extract.ts')).findChapters(ctx, scriptId, signal),
  giveUp: async ({ log }, { scriptId }) => log.error({ scriptId }, 'no chapters were found; a summary may bring them'),
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
  run: async (ctx, _payload, signal) => (await import('./start.ts')).reviveSummaries(ctx, signal),
  giveUp: async ({ log }) => log.error('failed summaries were not tried again; the next run does'),
})
