import { keyNotice } from '@doslovno/texts/account/api-access.ts'

import type { Handler } from '#context.ts'
import { renderMail, reportLostMail } from '#features/mails/index.ts'

import { sendKeyNotice } from './jobs.ts'

export const onKeyNotice: Handler<typeof sendKeyNotice> = {
  run: (ctx, { email, name }) =>
    ctx.mail.send(email, renderMail(keyNotice({ name, link: `${ctx.config.publicUrl}/account#api` }))),
  giveUp: async (ctx, _payload, failure) => reportLostMail(ctx, sendKeyNotice, failure),
}
