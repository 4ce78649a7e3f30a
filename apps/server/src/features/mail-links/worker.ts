import type { Handler } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'

import { sendLink } from './jobs.ts'
import { sendLinkMail } from './send.ts'

export const onSendLink: Handler<typeof sendLink> = {
  run: (ctx, { linkId, name }) => sendLinkMail(ctx, linkId, name),
  giveUp: async (ctx, { linkId }, failure) => reportLostMail(ctx, sendLink, failure, { linkId }),
}
