import type { Handler } from '#context.ts'

import type { recover, sendNotice } from './jobs.ts'
import { sendNoticeMail } from './notices.ts'
import { sendRecovery } from './recover.ts'

export const onRecover: Handler<typeof recover> = { run: (ctx, { email }) => sendRecovery(ctx, email) }

export const onNotice: Handler<typeof sendNotice> = { run: sendNoticeMail }
