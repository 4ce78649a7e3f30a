import * as z from 'zod'

import { defineJob } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'
import { retryForDays, retryForHours } from '#platform/retry-schedule.ts'

const OfProcess = z.object({ scriptId: z.uuid(), processId: z.uuid() })
const Outcome = OfProcess.extend({ waitUntil: z.iso.datetime() })
const Push = OfProcess.extend({ subscriptionId: z.uuid() })
export type Outcome = z.infer<typeof Outcome>
export type Push = z.infer<typeof Push>

/** Enqueues the mail and the notifications of browsers about the last process of a script. */
export const notify = defineJob({
  name: 'notifications.script',
  role: 'mail',
  payload: z.object({ scriptId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
  run: async (ctx, payload) => (await import('./notify.ts')).notifyOwner(ctx, payload),
  giveUp: async (ctx, payload, failure) => reportLostMail(ctx, 'notifications.script', failure, payload),
})

/** E-mails the owner the outcome of processing. `waitUntil`: how long the mail waits for the summary. */
export const mail = defineJob({
  name: 'notifications.mail',
  role: 'mail',
  payload: Outcome,
  ...retryForDays,
  timeoutSeconds: 300,
  concurrency: 2,
  run: async (ctx, payload) => (await import('./send-mail.ts')).mailOutcome(ctx, payload),
  giveUp: async (ctx, payload, failure) => reportLostMail(ctx, 'notifications.mail', failure, payload),
})

/** Shows a notification in one browser of the owner. */
export const push = defineJob({
  name: 'notifications.push',
  role: 'mail',
  payload: Push,
  ...retryForHours,
  timeoutSeconds: 60,
  concurrency: 8,
  run: async (ctx, payload, signal) => (await import('./notify.ts')).pushOutcome(ctx, payload, signal),
  giveUp: async ({ log }, { scriptId, subscriptionId }, failure) =>
    log.warn({ scriptId, subscriptionId, reason: failure.code }, 'a browser was not notified'),
})
