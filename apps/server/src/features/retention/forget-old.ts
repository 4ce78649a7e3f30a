import type { Context } from '#context.ts'
import { forgetOldChallenges, forgetOldLinks, forgetOldSessions, forgetOldTokens } from '#features/accounts/index.ts'
import { forgetOld as forgetPaymentEvents } from '#features/billing/index.ts'
import { forgetOld as forgetDownloads } from '#features/links/index.ts'
import { forgetOldAudit, forgetOldFeedback, forgetOldReplies } from '#features/operations/index.ts'
import { forgetOld as forgetTasks } from '#features/transcription/index.ts'
import { forgetOld as forgetUploads } from '#features/uploads/index.ts'
import { forgetOld as forgetTerms } from '#features/vocabulary/index.ts'
import { forgetOld as forgetWebhooks } from '#features/webhooks/index.ts'

/** Each deletes its feature's rows whose time is over; docs/operations/data.md lists how long they are kept. */
const forgets = {
  sessions: forgetOldSessions,
  signInChallenges: forgetOldChallenges,
  mailLinks: forgetOldLinks,
  providerTokens: forgetOldTokens,
  auditEvents: forgetOldAudit,
  paymentEvents: forgetPaymentEvents,
  idempotencyKeys: forgetOldReplies,
  feedback: forgetOldFeedback,
  linkDownloads: forgetDownloads,
  uploads: forgetUploads,
  tasks: forgetTasks,
  webhookMessages: forgetWebhooks,
  vocabularyTerms: forgetTerms,
}

/** Deletes rows that nothing needs any more. A table that fails does not keep the others waiting. */
export async function forgetOldRows(ctx: Context): Promise<void> {
  const failures: unknown[] = []
  for (const [table, forget] of Object.entries(forgets)) {
    try {
      ctx.log.info({ table, rows: await forget(ctx.db, ctx.now()) }, 'deleted old rows')
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some old rows were not deleted')
}
