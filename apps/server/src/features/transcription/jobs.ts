import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

const ofProcess = z.object({ processId: z.uuid() })

/** Looks inside the recording, decodes it and cuts it into chunks. */
export const prepare = defineJob({
  name: 'transcription.prepare',
  payload: ofProcess,
  attempts: 3,
  timeoutSeconds: 3600,
  concurrency: 1,
})

/** Recognises one chunk. */
export const recognise = defineJob({
  name: 'transcription.recognise',
  payload: ofProcess.extend({ index: z.int().min(0) }),
  attempts: 3,
  timeoutSeconds: 600,
  concurrency: 'slots',
})

/** Joins the chunks into the text. */
export const finish = defineJob({
  name: 'transcription.finish',
  payload: ofProcess,
  attempts: 3,
  timeoutSeconds: 300,
  concurrency: 1,
})
