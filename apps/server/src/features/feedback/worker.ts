import type { Handler } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'

import { sendToOperator } from './jobs.ts'
import { mailFeedback } from './send.ts'

export const onSendToOperator: Handler<typeof sendToOperator> = {
  run: (ctx, { feedbackId }) => mailFeedback(ctx, feedbackId),
  giveUp: async (ctx, { feedbackId }, failure) => reportLostMail(ctx, sendToOperator, failure, { feedbackId }),
}
