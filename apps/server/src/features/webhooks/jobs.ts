import { summaryTypes } from '@doslovno/domain/summary/types.ts'
import * as z from 'zod'

import { defineJob } from '#context.ts'
import { retryForDays, retryForMinutes } from '#platform/retry-schedule.ts'

/** Writes the message about a script and its deliveries. */
export const announceScript = defineJob({
  name: 'webhooks.script',
  role: 'mail',
  payload: z.object({ scriptId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
  run: async (ctx, { scriptId }) => (await import('./deliver.ts')).tellScript(ctx, scriptId),
  giveUp: async ({ log }, { scriptId }) => log.error({ scriptId }, 'webhooks were not told of a script'),
})

/** The same about a summary. */
export const announceSummary = defineJob({
  name: 'webhooks.summary',
  role: 'mail',
  payload: z.object({ summaryId: z.uuid(), scriptId: z.uuid(), type: z.enum(summaryTypes) }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
  run: async (ctx, summary) => (await import('./deliver.ts')).tellSummary(ctx, summary),
  giveUp: async ({ log }, { summaryId }) => log.error({ summaryId }, 'webhooks were not told of a summary'),
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
  run: async (ctx, { deliveryId }, signal) => (await import('./deliver.ts')).attemptDelivery(ctx, deliveryId, signal),
  giveUp: async ({ log }, { deliveryId }) => log.error({ deliveryId }, 'an attempt was lost; it is due again'),
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
  run: async (ctx) => (await import('./deliver.ts')).enqueueDue(ctx),
  giveUp: async ({ log }) => log.error('due deliveries were not enqueued; the next run does'),
})
