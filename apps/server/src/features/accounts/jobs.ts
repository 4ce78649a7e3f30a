import * as z from 'zod'

import { defineJob } from '#context.ts'
import { reportLostMail } from '#features/mails/index.ts'
import { retryForDays } from '#platform/retry-schedule.ts'

/** Mails a link if an account has the address. It is a job, so that the reply time reveals nothing. */
export const recover = defineJob({
  name: 'accounts.recover',
  role: 'mail',
  payload: z.object({ email: z.string() }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
  run: async (ctx, { email }) => (await import('./recover.ts')).sendRecovery(ctx, email),
  giveUp: async (ctx, payload, failure) => reportLostMail(ctx, 'accounts.recover', failure, payload),
})

/** Mails the newest link of an unconfirmed registration again, for the same reason a job. */
export const resendLink = defineJob({
  name: 'accounts.resend-confirmation',
  role: 'mail',
  payload: z.object({ email: z.string() }),
  ...retryForDays,
  timeoutSeconds: 60,
  concurrency: 2,
  run: async (ctx, { email }) => (await import('./resend.ts')).resendConfirmation(ctx, email),
  giveUp: async (ctx, payload, failure) => reportLostMail(ctx, 'accounts.resend-confirmation', failure, payload),
})
