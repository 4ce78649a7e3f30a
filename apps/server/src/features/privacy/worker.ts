import type { Handler } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'

import { eraseAccount } from './erase.ts'
import { type deleteDue, type makeExport, sendPrivacyMail, type sweep } from './jobs.ts'
import { sendMail } from './mail.ts'
import { giveUpExport, makeArchive } from './make-export.ts'
import { sweepPrivacy } from './sweep.ts'

export const onMakeExport: Handler<typeof makeExport> = {
  run: (ctx, { exportId }, signal) => makeArchive(ctx, exportId, signal),
  giveUp: (ctx, { exportId }) => giveUpExport(ctx, exportId),
}

export const onDeleteDue: Handler<typeof deleteDue> = {
  run: (ctx, { userId }, signal) => eraseAccount(ctx, userId, signal),
  giveUp: async ({ log }, { userId }) =>
    log.error({ userId }, 'an account was not deleted; the next sweep tries again'),
}

export const onSweep: Handler<typeof sweep> = {
  run: (ctx) => sweepPrivacy(ctx),
  giveUp: async ({ log }) => log.error('due deletions and old archives were not swept; the next run tries again'),
}

export const onPrivacyMail: Handler<typeof sendPrivacyMail> = {
  run: sendMail,
  giveUp: async (ctx, { kind }, failure) => reportLostMail(ctx, sendPrivacyMail, failure, { kind }),
}
