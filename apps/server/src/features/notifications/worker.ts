import type { Handler } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'

import { notify } from './jobs.ts'
import { notifyOwner } from './notify.ts'

export const onNotify: Handler<typeof notify> = {
  run: (ctx, { scriptId }) => notifyOwner(ctx, scriptId),
  giveUp: async (ctx, { scriptId }, failure) => reportLostMail(ctx, notify, failure, { scriptId }),
}
