import * as z from 'zod'

import { defineJob } from '#platform/jobs.ts'

/** Looks whether somebody has the address and mails them a link; the asker cannot tell by any means. */
export const recover = defineJob({
  name: 'accounts.recover',
  payload: z.object({ email: z.string() }),
  attempts: 5,
  timeoutSeconds: 60,
  concurrency: 2,
})

/** Tells a person what happened to their account. */
export const sendNotice = defineJob({
  name: 'accounts.notice',
  payload: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('passwordChanged'), email: z.string(), name: z.string() }),
    z.object({ kind: z.literal('loginAlarm'), email: z.string(), name: z.string() }),
    z.object({ kind: z.literal('editEmail'), email: z.string(), name: z.string(), newEmail: z.string() }),
  ]),
  attempts: 10,
  timeoutSeconds: 120,
  concurrency: 2,
})
export type Notice = z.infer<typeof sendNotice.payload>
