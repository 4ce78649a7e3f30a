import { secondFactorMails } from '@doslovno/texts/account/second-factor-mails.ts'

import type { Handler } from '#context.ts'
import { renderMail, reportLostMail } from '#features/mails/index.ts'

import { sendNotice } from './jobs.ts'

export const onSendNotice: Handler<typeof sendNotice> = {
  run: async (ctx, { kind, email, name }) => {
    const { publicUrl } = ctx.config
    const urls = { accountUrl: `${publicUrl}/account`, recoverUrl: `${publicUrl}/auth/recover-password` }
    await ctx.mail.send(email, renderMail(secondFactorMails[kind]({ name, ...urls })))
  },
  giveUp: async (ctx, _payload, failure) => reportLostMail(ctx, sendNotice, failure),
}
