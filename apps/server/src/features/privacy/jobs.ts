import * as z from 'zod'

import { defineJob } from '#context.ts'
import { byDatabaseClock } from '#platform/database-clock.ts'
import { retryForDays, retryForHours, retryForMinutes } from '#platform/retry-schedule.ts'

/** Makes the archive of a user's data and mails the link. */
export const makeExport = defineJob({
  name: 'privacy.export',
  role: 'media',
  payload: z.object({ exportId: z.uuid() }),
  ...retryForHours,
  timeoutSeconds: 6 * 3600,
  concurrency: 1,
  run: async (ctx, { exportId }, signal) => (await import('./make-export.ts')).makeArchive(ctx, exportId, signal),
  giveUp: async (ctx, { exportId }) => (await import('./make-export.ts')).giveUpExport(ctx, exportId),
})

/** Deletes an account whose time to change one's mind is over. */
export const deleteDue = defineJob({
  name: 'privacy.delete',
  role: 'media',
  payload: z.object({ userId: z.uuid() }),
  ...retryForDays,
  timeoutSeconds: 3600,
  concurrency: 1,
  run: async (ctx, { userId }, signal) => (await import('./erase.ts')).eraseAccount(ctx, userId, signal),
  giveUp: async ({ log }, { userId }) =>
    log.error({ userId }, 'an account was not deleted; the next sweep tries again'),
})

/** Enqueues the deletions that are due, and deletes archives whose time is over. */
export const sweep = defineJob({
  name: 'privacy.sweep',
  role: 'media',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 600,
  concurrency: 1,
  cron: '*/10 * * * *',
  run: async (ctx) => (await import('./sweep.ts')).sweepPrivacy(await byDatabaseClock(ctx)),
  giveUp: async ({ log }) => log.error('due deletions and old archives were not swept; the next run tries again'),
})
