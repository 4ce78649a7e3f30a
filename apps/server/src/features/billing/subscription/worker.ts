import type { Handler } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'

import { mail, type renew } from './jobs.ts'
import { sendBillingMail } from './mail.ts'
import { renewSubscriptions } from './renew.ts'

export const onRenew: Handler<typeof renew> = {
  run: (ctx, _payload, signal) => renewSubscriptions(ctx, signal),
  giveUp: async ({ log }) => log.error('some subscriptions were not advanced; the next run tries again'),
}

export const onBillingMail: Handler<typeof mail> = {
  run: (ctx, content) => sendBillingMail(ctx, content),
  giveUp: async (ctx, { userId, kind }, failure) => reportLostMail(ctx, mail, failure, { userId, kind }),
}
