import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'
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
})

/** Hears an unheard span again. */
export const hearAgain = defineJob({
  name: 'transcription.hear-again',
  role: 'speech',
  payload: z.object({ scriptId: z.uuid(), start: z.number() }),
  ...retryForMinutes,
  timeoutSeconds: 900,
  concurrency: 1,
})

/** Joins the results of all tasks into the text. */
export const finish = defineJob({
  name: 'transcription.finish',
  role: 'text',
  payload: ofProcess,
  ...retryForMinutes,
  timeoutSeconds: 300,
  concurrency: 2,
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
})
