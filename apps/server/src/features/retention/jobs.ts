import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
import { retryForDays, retryForMinutes } from '#platform/retry-schedule.ts'

/** Deletes stored objects of a script that is gone. */
export const clear = defineJob({
  name: 'retention.clear',
  role: 'media',
  payload: z.object({ keys: z.array(z.string()) }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 4,
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
})

/** Compares the bucket with the rows and repairs the differences. */
export const reconcileStorage = defineJob({
  name: 'retention.reconcile',
  role: 'media',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 6 * 3600,
  concurrency: 1,
  cron: '11 2 * * *',
})

/** Keeps the files of a user for as long as a tariff that was paid promises. */
export const extend = defineJob({
  name: 'retention.extend',
  role: 'media',
  payload: z.object({ userId: z.uuid(), storageDays: z.int() }),
  ...retryForDays,
  timeoutSeconds: 120,
  concurrency: 2,
})
