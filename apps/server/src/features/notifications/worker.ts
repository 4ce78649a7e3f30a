import type { Handler } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'

import { mail, notify, type push } from './jobs.ts'
import { notifyOwner } from './notify.ts'
import { mailOutcome } from './send-mail.ts'
import { pushOutcome } from './send-push.ts'

export const onNotify: Handler<typeof notify> = {
  run: notifyOwner,
  giveUp: async (ctx, { scriptId }, failure) => reportLostMail(ctx, notify, failure, { scriptId }),
}

export const onMail: Handler<typeof mail> = {
  run: mailOutcome,
  giveUp: async (ctx, { scriptId }, failure) => reportLostMail(ctx, mail, failure, { scriptId }),
}

export const onPush: Handler<typeof push> = {
  run: pushOutcome,
  giveUp: async ({ log }, { scriptId, subscriptionId }, failure) =>
    log.warn({ scriptId, subscriptionId, reason: failure.code }, 'a browser was not notified'),
}
