import type { Handler } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'

import { attemptDelivery, enqueueDue } from './attempt.ts'
import { type announceScript, type announceSummary, type deliver, type retryDue, sendDisabled } from './jobs.ts'
import { mailDisabled } from './mail.ts'
import { tellScript, tellSummary } from './tell.ts'

export const onAnnounceScript: Handler<typeof announceScript> = {
  run: (ctx, { scriptId }) => tellScript(ctx, scriptId),
  giveUp: async ({ log }, { scriptId }) => log.error({ scriptId }, 'webhooks were not told of a script'),
}

export const onAnnounceSummary: Handler<typeof announceSummary> = {
  run: (ctx, summary) => tellSummary(ctx, summary),
  giveUp: async ({ log }, { summaryId }) => log.error({ summaryId }, 'webhooks were not told of a summary'),
}

export const onDeliver: Handler<typeof deliver> = {
  run: (ctx, { deliveryId }, signal) => attemptDelivery(ctx, deliveryId, signal),
  giveUp: async ({ log }, { deliveryId }) => log.error({ deliveryId }, 'an attempt was lost; it is due again'),
}

export const onRetryDue: Handler<typeof retryDue> = {
  run: (ctx) => enqueueDue(ctx),
  giveUp: async ({ log }) => log.error('due deliveries were not enqueued; the next run does'),
}

export const onSendDisabled: Handler<typeof sendDisabled> = {
  run: (ctx, { endpointId }) => mailDisabled(ctx, endpointId),
  giveUp: async (ctx, { endpointId }, failure) => reportLostMail(ctx, sendDisabled, failure, { endpointId }),
}
