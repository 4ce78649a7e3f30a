import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

const ofProcess = z.object({ processId: z.uuid() })

export const taskKinds = ['prepare', 'recognise', 'diarise'] as const
export type TaskKind = (typeof taskKinds)[number]

/** One piece of the work of a process. How often it may fail or be lost is counted in its own row. */
export const task = defineJob({
  name: 'transcription.task',
  payload: ofProcess.extend({ kind: z.enum(taskKinds), index: z.int().min(0) }),
  attempts: 15,
  timeoutSeconds: 3600,
  concurrency: 'slots',
})

/** Joins the pieces into the text. */
export const finish = defineJob({
  name: 'transcription.finish',
  payload: ofProcess,
  attempts: 10,
  timeoutSeconds: 300,
  concurrency: 2,
})

/** Makes the copy for the player, once the text is there. */
export const playback = defineJob({
  name: 'transcription.playback',
  payload: z.object({ scriptId: z.uuid() }),
  attempts: 5,
  timeoutSeconds: 3600,
  concurrency: 1,
})
