import * as z from 'zod'

import { defineJob } from '#context.ts'
import { keepLonger } from '#features/scripts/index.ts'
import { byDatabaseClock } from '#platform/database-clock.ts'
import { retryForDays, retryForMinutes } from '#platform/retry-schedule.ts'

import type { Shelf } from './shelves.ts'

/** Deletes stored objects of a script that is gone. */
export const clear = defineJob({
  name: 'retention.clear',
  role: 'media',
  payload: z.object({ keys: z.array(z.string()) }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 4,
  run: async ({ storage }, { keys }) => {
    for (const key of keys) await storage.remove(key)
  },
  giveUp: async ({ log }, { keys }) => log.error({ keys }, 'deleted files are still stored; reconciling deletes them'),
})

/** Deletes recordings and texts whose retention period is over. */
export const expire = defineJob({
  name: 'retention.expire',
  role: 'media',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 1800,
  concurrency: 1,
  cron: '17 * * * *',
  run: async (ctx, _payload, signal) =>
    (await import('./remove.ts')).expireScripts(await byDatabaseClock(ctx), { signal }),
  giveUp: async ({ log }) => log.error('overdue files were not deleted; the next run tries again'),
})

/** Tells owners which of their files will be deleted in some days. */
export const warn = defineJob({
  name: 'retention.warn',
  role: 'media',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 1800,
  concurrency: 1,
  cron: '7 6 * * *', // the morning of Moscow
  run: async (ctx, _payload, signal) => (await import('./warn.ts')).warnOwners(await byDatabaseClock(ctx), signal),
  giveUp: async ({ log }) => log.error('owners were not warned of deletions; the next run tries again'),
})

/** Deletes rows that nothing needs any more. */
export const forgetOld = defineJob({
  name: 'retention.forget',
  role: 'media',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 3600,
  concurrency: 1,
  cron: '41 1 * * *',
  run: async (ctx) => (await import('./forget-old.ts')).forgetOldRows(await byDatabaseClock(ctx)),
  giveUp: async ({ log }) => log.error('old rows were not deleted; the next run tries again'),
})

/** Compares the bucket with the rows and repairs the differences. `shelves`: objects of features above. */
export const reconcileStorage = (shelves: readonly Shelf[]) =>
  defineJob({
    name: 'retention.reconcile',
    role: 'media',
    payload: z.object({}),
    ...retryForMinutes,
    timeoutSeconds: 6 * 3600,
    concurrency: 1,
    cron: '11 2 * * *',
    run: async (ctx) => {
      const { reconcile } = await import('./reconcile.ts')
      const report = await reconcile(ctx, { isDryRun: ctx.config.isReconcileDry, shelves })
      ctx.log.info(report, 'compared storage with the database')
    },
    giveUp: async ({ log }) => log.error('storage was not compared with the database; the next run tries again'),
  })

/** Keeps the files of a user for as long as a tariff that was paid promises. */
export const extend = defineJob({
  name: 'retention.extend',
  role: 'media',
  payload: z.object({ userId: z.uuid(), storageDays: z.int() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
  run: ({ db }, { userId, storageDays }) => keepLonger(db, userId, storageDays),
  giveUp: async ({ log }, { userId }) => log.error({ userId }, 'files are not kept as long as the tariff promises'),
})
