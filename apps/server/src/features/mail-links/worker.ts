import type { Handler } from '#context.ts'

import type { sendLink } from './jobs.ts'
import { sendLinkMail } from './send.ts'

export const onSendLink: Handler<typeof sendLink> = {
  run: (ctx, { linkId, name }) => sendLinkMail(ctx, linkId, name),
}
