import type { Handler } from '#context.ts'
import { keepLonger } from '#features/scripts/index.ts'

import { expireScripts } from './expire.ts'
import { forgetOldRows } from './forget-old.ts'
import type { clear, expire, extend, forgetOld, reconcileStorage } from './jobs.ts'
import { reconcile } from './reconcile.ts'
import type { Shelf } from './wanted.ts'

export const onClear: Handler<typeof clear> = {
  run: async ({ storage }, { keys }) => {
    for (const key of keys) await storage.remove(key)
  },
  giveUp: async ({ log }, { keys }) => log.error({ keys }, 'deleted files are still stored; reconciling deletes them'),
}

export const onExpireScripts: Handler<typeof expire> = {
  run: (ctx, _payload, signal) => expireScripts(ctx, signal),
  giveUp: async ({ log }) => log.error('overdue files were not deleted; the next run tries again'),
}

export const onExtend: Handler<typeof extend> = {
  run: ({ db }, { userId, storageDays }) => keepLonger(db, userId, storageDays),
  giveUp: async ({ log }, { userId }) => log.error({ userId }, 'files are not kept as long as the tariff promises'),
}

export const onForgetOld: Handler<typeof forgetOld> = {
  run: (ctx) => forgetOldRows(ctx),
  giveUp: async ({ log }) => log.error('old rows were not deleted; the next run tries again'),
}

/** `shelves`: objects of features above. */
export function onReconcile(shelves: readonly Shelf[]): Handler<typeof reconcileStorage> {
  return {
    run: async (ctx) => {
      const report = await reconcile(ctx, { isDryRun: ctx.config.isReconcileDry, shelves })
      ctx.log.info(report, 'compared storage with the database')
    },
    giveUp: async ({ log }) => log.error('storage was not compared with the database; the next run tries again'),
  }
}
