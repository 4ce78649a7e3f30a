import type { Handler } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'

import { alarm, recover, sendNotice } from './jobs.ts'
import { sendAlarm, sendNoticeMail } from './notices.ts'
import { sendRecovery } from './recover.ts'

export const onRecover: Handler<typeof recover> = {
  run: (ctx, { email }) => sendRecovery(ctx, email),
  giveUp: async (ctx, _payload, failure) => reportLostMail(ctx, recover, failure),
}

export const onAlarm: Handler<typeof alarm> = {
  run: (ctx, { email }) => sendAlarm(ctx, email),
  giveUp: async (ctx, _payload, failure) => reportLostMail(ctx, alarm, failure),
}

export const onNotice: Handler<typeof sendNotice> = {
  run: sendNoticeMail,
  giveUp: async (ctx, _payload, failure) => reportLostMail(ctx, sendNotice, failure),
}
