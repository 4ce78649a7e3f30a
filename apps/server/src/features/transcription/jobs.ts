import * as z from 'zod'

import { defineJob } from '#context.ts'
import { retryForMinutes } from '#platform/retry-schedule.ts'

const ofProcess = z.object({ processId: z.uuid() })

export const taskKinds = ['prepare', 'recognise', 'diarise'] as const
export type TaskKind = (typeof taskKinds)[number]

/** One task of a process. Its row limits failures and lost attempts, more strictly than `attempts` does. */
export const task = defineJob({
  name: 'transcription.task',
  role: 'speech',
  payload: ofProcess.extend({ kind: z.enum(taskKinds), index: z.int().min(0) }),
  attempts: 15,
  maxDelaySeconds: 60,
  timeoutSeconds: 3600,
  concurrency: 'slots',
  run: async (ctx, key, signal) => (await import('./tasks/run.ts')).runTask(ctx, key, signal),
  giveUp: async (ctx, key, failure) => (await import('./tasks/run.ts')).giveUpTask(ctx, key, failure),
})

/** Hears an unheard span again. */
export const hearAgain = defineJob({
  name: 'transcription.hear-again',
  role: 'speech',
  payload: z.object({ scriptId: z.uuid(), start: z.number() }),
  ...retryForMinutes,
  timeoutSeconds: 900,
  concurrency: 1,
  run: async (ctx, place, signal) => (await import('./hear-again.ts')).hearSpanAgain(ctx, place, signal),
  giveUp: async (ctx, place) => (await import('./hear-again.ts')).giveUpSpan(ctx, place),
})

/** Joins the results of all tasks into the text. */
export const finish = defineJob({
  name: 'transcription.finish',
  role: 'text',
  payload: ofProcess,
  ...retryForMinutes,
  timeoutSeconds: 300,
  concurrency: 2,
  run: async (ctx, { processId }) => (await import('./finish.ts')).finishProcess(ctx, processId),
  giveUp: async (ctx, { processId }, failure) => (await import('./give-up.ts')).giveUpProcess(ctx, processId, failure),
})

/** Releases minutes held for processes that no longer run. */
export const releaseHolds = defineJob({
  name: 'transcription.release-holds',
  role: 'text',
  payload: z.object({}),
  ...retryForMinutes,
  timeoutSeconds: 300,
  concurrency: 1,
  cron: '*/5 * * * *',
  run: async (ctx) => (await import('./give-up.ts')).releaseStaleHolds(ctx),
  giveUp: async ({ log }) => log.error('stale holds were not released; the next run tries again'),
})
